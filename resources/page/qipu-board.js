// The element <qipu-board>: a study to step through. Its data, JSON made by `qipu export --html`, is in a
// <script type="application/json"> inside the element, or in the file that its attribute `src` names.
// It knows no rules: each node says what changes on the board. All texts become text nodes, never markup.
(() => {
  "use strict";
  if (customElements.get("qipu-board")) return;
  const STYLE = "/*STYLE*/";
  const SVG = "http://www.w3.org/2000/svg";
  const PATHS = {
    first: "M17 5l-8 7 8 7M6 5v14", back: "M15 5l-8 7 8 7", forward: "M9 5l8 7-8 7", last: "M7 5l8 7-8 7M18 5v14",
    play: "M8 5l11 7-11 7z", flip: "M7 4v15M3.5 15.5L7 19l3.5-3.5M17 20V5M13.5 8.5L17 5l3.5 3.5",
  };
  const make = (name, attributes = {}, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };
  const drawing = (text) => {  // drawings are made by Qipu; texts in them are escaped there
    const made = document.createElementNS(SVG, "g");
    made.innerHTML = text;
    return made;
  };
  const moved = (text, [x, y]) => `<g transform="translate(${x} ${y})">${text}</g>`;

  class QipuBoard extends HTMLElement {
    static make = make;

    async connectedCallback() {
      if (this.data) return;
      this.data = {};
      const inside = this.querySelector('script[type="application/json"]');
      try {
        if (inside) this.data = JSON.parse(inside.textContent);
        else this.data = await (await fetch(this.getAttribute("src"))).json();
      } catch (error) {
        this.textContent = String(error);
        return;
      }
      this.words = this.data.words;
      this.flipped = this.hasAttribute("flip");
      this.plays = false;
      this.attachShadow({ mode: "open" }).append(make("style", {}, STYLE));
      this.build();
      const [record, node] = this.place();
      this.open(record, node);
      const whole = this.hasAttribute("page");
      (whole ? document : this.shadowRoot).addEventListener("keydown", (event) => this.key(event));
      if (whole) addEventListener("hashchange", () => this.open(...this.place()));
    }

    disconnectedCallback() {
      clearTimeout(this.timer);
    }

    // ---------------------------------------------------------------------------- the frame

    build() {
      const words = this.words;
      const button = (name, does) => {
        const made = make("button", { type: "button", "aria-label": words[name], title: words[name] });
        const icon = document.createElementNS(SVG, "svg");
        icon.setAttribute("viewBox", "0 0 24 24");
        icon.setAttribute("aria-hidden", "true");
        icon.innerHTML = `<path d="${PATHS[name]}"/>`;
        made.append(icon);
        made.addEventListener("click", does);
        return (this[name] = made);
      };
      this.board = document.createElementNS(SVG, "svg");
      this.board.setAttribute("class", "board");
      this.board.setAttribute("role", "img");
      this.board.setAttribute("part", "board");
      this.board.addEventListener("click", (event) => {
        this.clicked(event.clientX, event.clientY);
      });
      this.swipe();
      this.top = make("div", { class: "player" });
      this.low = make("div", { class: "player" });
      this.now = make("div", { class: "now", "aria-live": "polite" });
      this.next = make("div", { class: "next", role: "group", "aria-label": words.next });
      this.lines = make("div", { class: "lines", role: "group", "aria-label": words.moves, tabindex: "0" });
      this.lines.addEventListener("click", (event) => {
        const found = event.target.closest(".m");
        if (found) this.go(Number(found.dataset.n));
      });
      this.head = make("div", { class: "head" });
      const bar = make("div", { class: "bar", role: "group", "aria-label": words.steps },
        button("first", () => this.go(0)), button("back", () => this.step(-1)),
        button("play", () => this.playing(!this.plays)), button("forward", () => this.step(1)),
        button("last", () => this.end()), button("flip", () => this.flip_over()));
      this.foot = make("div", { class: "foot" });
      if (this.data.file) {
        const save = make("button", { type: "button" }, words.download.replace("{name}", this.data.file.name));
        save.addEventListener("click", () => this.download());
        this.foot.append(save);
      }
      const stage = make("div", { class: "stage" }, this.top, this.board, this.low, bar, this.now, this.next);
      this.shadowRoot.append(make("div", { class: "desk" }, this.head, stage, this.lines, this.foot));
      const records = this.data.records;
      if (records.length > 1) {
        this.list = make("select", { "aria-label": words.records });
        records.forEach((one, index) => this.list.append(make("option", { value: index }, this.listed(index))));
        this.list.addEventListener("change", () => this.open(Number(this.list.value), 0));
      }
    }

    listed(index) {
      return `${index + 1}. ${this.data.records[index].head.title}`;
    }

    place() {
      const match = /^#(\d+)(?:\.(\d+))?$/.exec(this.hasAttribute("page") ? location.hash : "");
      return match ? [match[1] - 1, Number(match[2] || 0)] : [0, 0];
    }

    // ----------------------------------------------------------------------------- a record

    open(index, node) {
      if (!this.data.records[index]) return;
      if (index !== this.index) {
        this.index = index;
        this.record = this.data.records[index];
        this.drawn = this.data.boards[this.record.b];
        this.children_of = this.record.nodes.map(() => []);
        this.record.nodes.forEach((one, number) => {
          if (one.p !== undefined) this.children_of[one.p].push(number);
        });
        this.chosen = [];
        this.show_head();
        this.show_lines();
      }
      this.go(this.record.nodes[node] ? node : 0);
    }

    show_head() {
      const { title, facts, result } = this.record.head;
      const told = [...facts, ...(result ? [result] : [])].join(" · ");
      const parts = [make("h1", { dir: "auto" }, title)];
      if (told) parts.push(make("p", { class: "facts", dir: "auto" }, told));
      if (this.list) {
        this.list.value = this.index;
        parts.unshift(make("div", { class: "records" }, this.list));
      }
      this.head.replaceChildren(...parts);
    }

    show_lines() {
      this.moves = new Map();
      this.texts = new Map();
      this.called = new Map();
      const made = [];
      let block = null, level = -1;
      const begin = (now) => {
        level = now;
        block = make("div", now ? { class: "line", style: `margin-left:${Math.min(now - 1, 6) * 14}px` } : { class: "main" });
        made.push(block);
      };
      for (const item of this.record.items) {
        if (item[0] === "t") {
          made.push(make(item[1] > 1 ? "h3" : "h2", { dir: "auto" }, item[2]));
          block = null;
        } else if (item[0] === "m") {
          if (!block || item[1] !== level || item[2]) begin(item[1]);
          for (const move of item[3]) block.append(this.move(move), " ");
        } else {
          this.texts.set(item[5], [...(this.texts.get(item[5]) || []), item[3]]);
          if (item[1]) {
            if (!block || item[1] !== level || item[2]) begin(item[1]);
            block.append(make("span", { class: "com", dir: "auto" }, item[3]), " ");
          } else {
            made.push(make("p", { class: "com", dir: "auto" }, item[3]));
            block = null;
          }
        }
      }
      this.lines.replaceChildren(...made);
      this.lines.scrollTop = 0;
    }

    move([node, number, text, signs, aside, played, ply]) {
      const made = make("button", { type: "button", class: "m", tabindex: "-1", "data-n": node });
      if (number) made.append(make("span", { class: "n" }, `${number} `));
      made.append(make("span", played < 0 ? { class: "wrong", title: this.words.wrong } : {}, text));
      if (signs) {
        const tone = signs.startsWith("?") ? "bad" : signs.startsWith("!") ? "good" : "";
        made.append(make("i", { class: tone }, signs));
      }
      if (aside) made.append(" ", make("span", { class: "aside" }, aside));
      this.moves.set(node, made);
      const label = number || this.record.labels[ply] || "";
      this.called.set(node, `${label ? `${label} ` : ""}${text}${signs}`);
      return made;
    }

    // --------------------------------------------------------------------------- a position

    position(node) {
      const way = [];
      for (let at = node; at !== undefined; at = this.record.nodes[at].p) way.push(at);
      const standing = new Map();
      let links = [];
      for (const at of way.reverse()) {
        const { d = [], l = links } = this.record.nodes[at];
        for (let i = 0; i < d.length; i += 2) {
          if (d[i + 1] < 0) standing.delete(d[i]);
          else standing.set(d[i], d[i + 1]);
        }
        links = l;
      }
      return { standing, links };
    }

    draw() {
      const { standing, links } = this.position(this.node);
      const side = this.flipped ? 1 : 0, board = this.drawn, one = this.record.nodes[this.node];
      const at = (square) => {
        const [x, y] = board.at[square];
        return side ? [board.w - x, board.h - y] : [x, y];
      };
      const turned = (text) => side ? `<g transform="rotate(180 ${board.w / 2} ${board.h / 2})">${text}</g>` : text;
      const shapes = board.pieces[side] || board.pieces[0];
      const [under, over] = (one.s || [["", ""], ["", ""]])[side];
      const [below, above] = one.c || ["", ""];
      const last = one.m || [], end = last[last.length - 1];
      const corners = last.map((square) => moved(square === end ? board.to : board.from, at(square)));
      const ring = standing.has(end) ? moved(board.rings[standing.get(end)], at(end)) : "";
      const pieces = [...standing].map(([square, piece]) => moved(shapes[piece], at(square)));
      const shadows = [...standing].map(([square, piece]) => moved(board.shadows[piece], at(square)));
      const parts = [`<defs>${board.defs}</defs>`, turned(board.still), board.texts[side], ...corners, turned(below), under,
        turned(links.map((number) => board.links[number]).join("")), ...shadows, ...pieces, turned(above), ring, over];
      this.board.setAttribute("viewBox", this.frame().join(" "));
      this.board.replaceChildren(drawing(parts.join("") + this.over(at)));
      this.board.setAttribute("aria-label", this.spoken(standing));
    }

    frame() {  // the part of the drawing that is shown: left, top, width, height
      return [0, 0, this.drawn.w, this.drawn.h];
    }

    over() {  // what else is drawn over the position
      return "";
    }

    spoken(standing) {
      const places = new Map();
      for (const [square, piece] of standing) {
        const name = this.drawn.kinds[piece];
        places.set(name, [...(places.get(name) || []), this.drawn.names[square]]);
      }
      const told = [...places].map(([name, squares]) => `${name}: ${squares.join(", ")}`);
      return [this.words.position, ...told].join(". ");
    }

    // ------------------------------------------------------------------------------ stepping

    go(node) {
      this.node = node;
      for (let at = node; at; at = this.record.nodes[at].p) this.chosen[this.record.nodes[at].p] = at;
      this.draw();
      this.show_players();
      const before = this.lines.querySelector("[aria-current]");
      if (before) {
        before.removeAttribute("aria-current");
        before.tabIndex = -1;
      }
      const current = this.moves.get(node);
      if (current) {
        current.setAttribute("aria-current", "true");
        current.tabIndex = 0;
        this.reveal(current);
      }
      const text = (this.texts.get(node) || []).join("\n");
      this.now.replaceChildren(...this.said(node, text));
      const following = this.children_of[node];
      this.first.disabled = this.back.disabled = node === 0;
      this.forward.disabled = this.last.disabled = this.play.disabled = !following.length;
      this.playing(this.plays && following.length > 0, text.length);
      this.next.replaceChildren(...(following.length > 1 ? following.map((one) => this.chip(one)) : []));
      const hash = this.address();
      if (this.hasAttribute("page") && location.hash !== hash && (node || location.hash || this.index)) {
        history.replaceState(null, "", hash);
      }
      this.dispatchEvent(new CustomEvent("qipu-move", { detail: { record: this.index, node } }));
    }

    said(node, text) {  // what is told of a node: its move, its comments
      const told = [make("b", {}, node ? this.called.get(node) || "…" : this.words.start)];
      if (text) told.push(make("p", { dir: "auto" }, text));
      return told;
    }

    address() {
      return `#${this.index + 1}.${this.node}`;
    }

    chip(node) {
      const made = make("button", { type: "button" }, this.called.get(node) || "…");
      made.addEventListener("click", () => this.go(node));
      return made;
    }

    reveal(current) {
      const pane = this.lines;
      if (pane.scrollHeight <= pane.clientHeight) return;
      const top = current.offsetTop - pane.scrollTop;
      if (top < 40 || top > pane.clientHeight - 60) pane.scrollTop = current.offsetTop - pane.clientHeight / 3;
    }

    show_players() {
      const { sides, ranks } = this.record.head;
      const line = (side) => {
        const name = sides[side] ? `${sides[side]}${ranks[side] ? ` ${ranks[side]}` : ""}` : "";
        return [make("span", { dir: "auto" }, name || this.record.sides[side]), make("span", {}, name ? this.record.sides[side] : "")];
      };
      const low = this.flipped ? 1 : 0;
      this.low.replaceChildren(...line(low));
      this.top.replaceChildren(...line(1 - low));
    }

    step(by) {
      let node = this.node;
      for (let count = Math.abs(by); count > 0; count--) {
        const to = by < 0 ? this.record.nodes[node].p : this.following(node);
        if (to === undefined) break;
        node = to;
      }
      if (node !== this.node) this.go(node);
    }

    playing(plays, letters = 0) {  // one move after the other; those with a text stay longer
      clearTimeout(this.timer);
      this.plays = plays;
      this.play.setAttribute("aria-pressed", plays);
      if (plays) this.timer = setTimeout(() => this.step(1), 1500 + 40 * letters);
    }

    following(node) {
      const known = this.chosen[node];
      return known === undefined ? this.children_of[node][0] : known;
    }

    end() {
      let node = this.node;
      for (let to = this.following(node); to !== undefined; to = this.following(node)) node = to;
      this.go(node);
    }

    variation(by) {  // to the next or previous of the moves that begin at the same place
      let node = this.node;
      while (node && this.children_of[this.record.nodes[node].p].length < 2) node = this.record.nodes[node].p;
      if (!node) return;
      const beside = this.children_of[this.record.nodes[node].p];
      const to = beside[beside.indexOf(node) + by];
      if (to !== undefined) this.go(to);
    }

    // -------------------------------------------------------------------------- on the board

    clicked(x, y) {  // to the recorded move that begins there, again to the next; elsewhere a step
      const at = this.square(x, y), node = this.node;
      const begins = (one) => {
        const { d, m = [], f = m } = this.record.nodes[one];
        return d !== undefined && f[0] === at;  // without d it is a remark on the move before
      };
      let to = this.children_of[node].find(begins);
      if (to === undefined && node && begins(node)) {
        const beside = this.children_of[this.record.nodes[node].p].filter(begins);
        if (beside.length > 1) to = beside[(beside.indexOf(node) + 1) % beside.length];
      }
      if (to !== undefined) {
        this.go(to);
        return;
      }
      const box = this.board.getBoundingClientRect();
      this.step(x < box.left + box.width / 2 ? -1 : 1);
    }

    square(x, y, within = Infinity) {  // the number of the nearest square, -1 if all are further away
      const board = this.drawn;
      const point = new DOMPoint(x, y).matrixTransform(this.board.getScreenCTM().inverse());
      const [left, top] = this.flipped ? [board.w - point.x, board.h - point.y] : [point.x, point.y];
      const far = board.at.map(([x, y]) => Math.hypot(x - left, y - top));
      const nearest = Math.min(...far);
      return nearest <= within ? far.indexOf(nearest) : -1;
    }

    flip_over() {
      this.flipped = !this.flipped;
      this.draw();
      this.show_players();
    }

    // ------------------------------------------------------------------------ keys and touch

    key(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const at = event.composedPath()[0];
      if (/^(INPUT|SELECT|TEXTAREA)$/.test(at.tagName || "")) return;
      const does = {
        ArrowRight: () => this.step(1), ArrowLeft: () => this.step(-1), PageDown: () => this.step(10), PageUp: () => this.step(-10),
        Home: () => this.go(0), End: () => this.end(), ArrowDown: () => this.variation(1), ArrowUp: () => this.variation(-1),
        f: () => this.flip_over(), n: () => this.open(this.index + 1, 0), p: () => this.open(this.index - 1, 0),
      }[event.key];
      if (!does) return;
      event.preventDefault();
      does();
    }

    swipe() {
      let from = null;
      this.board.addEventListener("touchstart", (event) => { from = event.touches[0].clientX; }, { passive: true });
      this.board.addEventListener("touchend", (event) => {
        const far = event.changedTouches[0].clientX - from;
        if (Math.abs(far) > 30) {
          event.preventDefault();  // no click after it
          this.step(far < 0 ? 1 : -1);
        }
      });
    }

    download() {
      const { name, data } = this.data.file;
      const bytes = Uint8Array.from(atob(data), (one) => one.charCodeAt(0));
      const link = make("a", { href: URL.createObjectURL(new Blob([bytes])), download: name });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    }
  }
  customElements.define("qipu-board", QipuBoard);
})();

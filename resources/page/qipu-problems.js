// The element <qipu-problems>: positions to be solved, and of lessons games whose moves are guessed, or gone through while
// those that follow are hidden. Its data, made by `qipu export --problems`, is that of <qipu-board>, each record a problem
// or, where it says what it `does`, one of the others. It knows no rules: a move is what touches the squares of one that the record holds, anything
// else isn't in the record. How it went is kept in the browser, by the key of the problem; where nothing can be kept, it isn't.
(() => {
  "use strict";
  if (customElements.get("qipu-problems")) return;
  const QipuBoard = customElements.get("qipu-board");
  const make = QipuBoard.make;
  const STYLE = "/*STYLE*/";
  const KEPT = "qipu-problems";
  const MINE = 1, THEIRS = 2;
  const GUESS = "guess", STEP = "step";  // what is done with a record that isn't solved
  const CLEAN = 1, HELPED = 2, FAILED = 3;  // how a problem went; the least is kept
  const SIGNS = { [CLEAN]: "✓", [HELPED]: "(✓)", [FAILED]: "✗" };
  const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  class QipuProblems extends QipuBoard {
    static pause = 600;  // milliseconds before the record answers, so that one sees one's own move

    // ---------------------------------------------------------------------------- the frame

    build() {
      this.kept = this.read();
      super.build();
      const words = this.words;
      const button = (name, does) => {
        const made = make("button", { type: "button" }, words[name]);
        made.addEventListener("click", does);
        return (this[`${name}_button`] = made);
      };
      const arrow = (name, path, does) => {
        const made = make("button", { type: "button", class: "square-button", "aria-label": words[name], title: words[name] });
        made.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`;
        made.addEventListener("click", does);
        return (this[name] = made);
      };
      this.shadowRoot.append(make("style", {}, STYLE));
      this.desk = this.shadowRoot.querySelector(".desk");
      this.board.setAttribute("role", "application");
      this.board.setAttribute("tabindex", "0");
      this.board.setAttribute("aria-describedby", "keys");
      this.under = make("div", { class: "unseen", "aria-live": "polite" });
      this.tools = make("div", { class: "tools", role: "group", "aria-label": words.steps },
        button("hint", () => this.hint()), button("take_back", () => this.take_back()),
        button("restart", () => this.restart()), button("show", () => this.show()));
      this.stage_side = make("div", { class: "side" }, this.now, this.next, this.tools, this.under);
      this.desk.querySelector(".stage").after(this.stage_side);
      this.progress = make("span", { class: "progress" });
      this.previous_problem = arrow("previous_problem", "M15 5l-7 7 7 7", () => this.open(this.index - 1));
      this.next_problem = arrow("next_problem", "M9 5l7 7-7 7", () => this.open(this.index + 1));
      if (this.list) this.list.setAttribute("aria-label", words.problems);
      const forget = make("button", { type: "button" }, words.forget);
      forget.addEventListener("click", () => this.forget());
      this.foot.append(make("p", { id: "keys" }, words.keys), forget);
      addEventListener("storage", () => {  // another page has written
        this.kept = this.read();
        this.show_kept();
      });
    }

    place() {
      return [super.place()[0], 0];
    }

    address() {
      return `#${this.index + 1}`;
    }

    listed(index) {
      const { head, key } = this.data.records[index];
      return [index + 1, head.title, SIGNS[this.kept[key]]].filter(Boolean).join(" ");
    }

    show_head() {
      super.show_head();
      const { ask, task, does } = this.record, title = this.head.querySelector("h1");
      const number = this.words.number.replace("{number}", this.index + 1);
      title.replaceChildren([number, this.record.head.title].filter(Boolean).join(" · "));
      const row = make("div", { class: "records" }, this.previous_problem, ...(this.list ? [this.list] : []), this.next_problem);
      if (this.list) this.head.replaceChildren(row, this.progress, ...[...this.head.children].slice(1));
      else this.head.prepend(this.progress);
      if (ask) this.head.append(make("p", { class: "ask", dir: "auto" }, ask));
      if (task) this.head.append(make("p", { class: "task", dir: "auto" }, task));
      this.previous_problem.disabled = this.index === 0;
      this.next_problem.disabled = this.index === this.data.records.length - 1;
      this.desk.classList.toggle("stepping", does === STEP);
      this.show_button.textContent = this.words[{ [GUESS]: "show_move", [STEP]: "show_all" }[does] || "show"];
      this.take_back_button.hidden = does === GUESS;
      this.show_progress();
    }

    show_progress() {
      const records = this.data.records, words = this.words;
      const solved = records.filter((one) => [CLEAN, HELPED].includes(this.kept[one.key])).length;
      const told = records.some((one) => one.does) ? words.done_of : words.solved_of;
      this.progress.textContent = told.replace("{solved}", solved).replace("{count}", records.length);
    }

    show_players() {}

    // ------------------------------------------------------------------------------ what is kept

    read() {
      try {
        const kept = JSON.parse(localStorage.getItem(KEPT));
        return kept && typeof kept === "object" ? kept : {};
      } catch {
        return this.kept || {};
      }
    }

    write(change) {  // another page may have written meanwhile
      this.kept = this.read();
      change(this.kept);
      try {
        localStorage.setItem(KEPT, JSON.stringify(this.kept));
      } catch {
        // kept as long as the page is open
      }
      this.show_kept();
    }

    show_kept() {
      if (this.list) [...this.list.options].forEach((one, index) => (one.textContent = this.listed(index)));
      this.show_progress();
    }

    grade(how) {
      const key = this.record.key;
      if (!(this.kept[key] <= how)) this.write((kept) => (kept[key] = how));
    }

    forget() {
      this.write((kept) => {
        for (const one of this.data.records) delete kept[one.key];
      });
    }

    // ---------------------------------------------------------------------------- an attempt

    open(index) {
      if (!this.data.records[index]) return;
      this.stage = "";
      this.wrong = this.helped = false;
      this.node = 0;
      super.open(index, 0);
      this.cell = this.between();
      this.cursor = undefined;
      this.restart();
    }

    restart() {
      this.way = [];  // where the moves that were made were asked
      this.astray = false;
      this.same = this.tried = 0;  // guesses
      if (this.record.does === STEP) {
        this.stand("stepping", 0);
        return;
      }
      const asks = this.of(0, MINE).length, answers = this.of(0, THEIRS).length;
      this.stand(asks ? "asked" : answers ? "answering" : "none", 0, asks || answers ? "" : this.words.no_solution);
    }

    of(node, whose) {  // the moves after a node, past what are no moves
      const found = [], stack = [...this.children_of[node]].reverse();
      while (stack.length) {
        const one = stack.pop(), { o } = this.record.nodes[one];
        if (o === whose) found.push(one);
        else if (o === undefined) stack.push(...[...this.children_of[one]].reverse());
      }
      return found;
    }

    get over_with() {
      return this.stage === "solved" || this.stage === "shown";
    }

    get free() {  // to go through the moves
      return this.over_with || this.stage === "stepping";
    }

    stand(stage, node, told = "", tone = "") {  // at a node, in a state of the attempt
      clearTimeout(this.due);
      this.stage = stage;
      this.told = told;
      this.tone = tone;
      this.touched = [];
      this.missed = [];
      this.hints = 0;
      this.chosen = [];
      this.offers = [];
      this.go(node);
      if (stage === "answering") this.due = setTimeout(() => this.answer(), this.constructor.pause);
    }

    go(node) {
      super.go(node);
      if (!this.stage) return;  // it is being opened
      if (this.stage === "stepping" && node && this.following(node) === undefined) {
        this.grade(CLEAN);
        this.stand("shown", node, this.words.over);
        return;
      }
      const over = this.over_with, asks = this.stage === "asked";
      this.desk.classList.toggle("asking", !over);
      if (!over) this.next.replaceChildren(...this.choices());
      this.hint_button.disabled = !asks;
      this.take_back_button.disabled = over || !this.way.length || this.stage === "answering";
      this.show_button.disabled = over || this.stage === "none";
      this.next_problem.classList.toggle("first", over);
    }

    said(node, text) {
      if (!this.stage) return [];
      const told = this.told ? [make("b", { class: this.tone }, this.told)] : [];
      return [...told, ...(node ? super.said(node, text) : [])];
    }

    choices() {  // what a piece may become; moves that touch no square
      if (this.offers.length) {
        return [make("span", {}, this.words.choose), ...this.offers.map((token) => this.choice(token))];
      }
      if (!this.playable) return [];
      const recorded = this.of(this.node, MINE).filter((one) => !(this.record.nodes[one].t || []).length);
      const words = this.words_of(this.record), known = new Map(recorded.map((one) => [words.get(one) || "…", one]));
      return [...new Set([...this.offered, ...this.record.offered, ...known.keys()])].map((text) => {
        const made = make("button", { type: "button" }, text);
        made.addEventListener("click", () => (known.has(text) ? this.make_move(known.get(text)) : this.miss()));
        return made;
      });
    }

    words_of(record) {  // what the moves are called, by their nodes
      return new Map(record.items.filter(([kind]) => kind === "m").flatMap((item) => item[3]).map((move) => [move[0], move[2]]));
    }

    get offered() {  // what any problem of the page has: a button in one alone would tell its answer
      this.offered_anywhere ??= [...new Set(this.data.records.flatMap((record) => {
        const words = this.words_of(record);
        return record.nodes.flatMap(({ o, t = [] }, node) => (o === MINE && !t.length ? [words.get(node) || "…"] : []));
      }))];
      return this.offered_anywhere;
    }

    choice(token) {
      const made = make("button", { type: "button" }), side = this.cell * 1.1;
      made.innerHTML = `<svg viewBox="${-side / 2} ${-side / 2} ${side} ${side}" aria-hidden="true"><defs>${this.drawn.defs}</defs>`
        + `${(this.drawn.pieces[this.flipped ? 1 : 0] || this.drawn.pieces[0])[token]}</svg>`;
      made.append(this.drawn.kinds[token]);
      made.addEventListener("click", () => this.become(token));
      return made;
    }

    get playable() {
      return this.stage === "asked" || this.stage === "astray";
    }

    make_move(node) {
      if (this.record.does === GUESS) {
        this.guessed(node, !this.hints);
        return;
      }
      const one = this.record.nodes[node], verdict = one.v || 0;
      if (!this.astray) this.way.push(this.node);
      const answers = this.of(node, THEIRS).length, words = this.words;
      if (this.astray || verdict !== 1) {
        this.failed();
        this.astray = true;
        this.stand(answers ? "answering" : "astray", node, verdict === 0 ? words.other : words.wrong_move, "bad");
      } else if (one.e || !(answers || this.of(node, MINE).length)) {
        this.solve(node);
      } else {
        this.stand(answers ? "answering" : "asked", node, words.right, "good");
      }
    }

    guessed(node, same) {  // the record goes on, whatever the guess was
      const words = this.words;
      this.tried += 1;
      this.same += same ? 1 : 0;
      this.wrong ||= !same;
      const told = same ? words.as_recorded : words.recorded.replace("{move}", this.called.get(node) || "…");
      this.proceed(node, told, same ? "good" : "bad");
    }

    proceed(node, told, tone) {  // to the next move that is guessed, if there is one
      const answers = this.of(node, THEIRS).length;
      if (answers || this.of(node, MINE).length) {
        this.stand(answers ? "answering" : "asked", node, told, tone);
        return;
      }
      this.grade(this.wrong ? HELPED : CLEAN);
      const score = this.words.guessed.replace("{same}", this.same).replace("{count}", this.tried);
      this.stand("solved", node, score, this.same === this.tried ? "good" : "");
    }

    solve(node) {
      this.grade(this.wrong ? FAILED : this.helped ? HELPED : CLEAN);
      this.stand("solved", node, this.words.solved, "good");
    }

    failed() {
      this.wrong = true;
      this.grade(FAILED);
    }

    answer() {  // the record's first
      const [node] = this.of(this.node, THEIRS);
      if (this.record.does === GUESS) {
        this.proceed(node, this.told, this.tone);
        return;
      }
      const mark = this.record.nodes[node].v || 0;
      if (mark < 0) {
        this.failed();
        this.astray = true;
      }
      if (this.astray) this.stand("astray", node, this.told || this.words.wrong_move, "bad");
      else if (mark > 0 || !this.of(node, MINE).length) this.solve(node);
      else this.stand("asked", node, this.told, this.tone);
    }

    take_back() {
      if (this.over_with || !this.way.length || this.stage === "answering") return;
      this.astray = false;
      this.stand("asked", this.way.pop());
    }

    best(node) {
      return this.of(node, MINE).find((one) => this.record.nodes[one].v === 1);
    }

    show() {  // the rest of the solution, from where it was left
      if (this.over_with || this.stage === "none") return;
      if (this.record.does === GUESS) {
        this.miss();
        return;
      }
      if (this.record.does === STEP) {
        this.end();
        return;
      }
      if (this.astray && this.way.length) this.node = this.way.pop();
      this.failed();
      let last = this.node, found = this.best(last);
      const from = last;
      if (found === undefined && this.of(last, THEIRS).length) found = this.best((last = this.of(last, THEIRS)[0]));
      while (found !== undefined) {
        last = found;
        const [answer] = this.record.nodes[found].e ? [] : this.of(found, THEIRS);
        if (answer === undefined) break;
        found = this.best((last = answer));
      }
      this.stand("shown", last, last === from ? this.words.no_solution : this.words.solution);
      this.go(from);
    }

    hint() {  // the piece or the region, then the move
      if (this.stage !== "asked") return;
      const found = this.best(this.node), words = this.words;
      this.tone = "";
      if (found === undefined) {
        this.told = words.no_solution;
      } else {
        const [squares] = this.record.nodes[found].t || [];
        this.helped = true;
        this.hints += 1;
        this.told = !squares ? words.elsewhere : this.hints > 1 ? words.move : squares.length > 1 ? words.piece : words.region;
      }
      this.go(this.node);
    }

    // -------------------------------------------------------------------------- on the board

    clicked(x, y) {
      if (this.free) super.clicked(x, y);
      else this.touch(this.square(x, y, this.cell));
    }

    get side() {  // whose move is asked
      if (this.record.side >= 0) return this.record.side;
      const [one] = this.of(this.node, MINE), [squares = []] = this.record.nodes[one]?.t || [];
      return this.drawn.whose[this.position(this.node).standing.get(squares[0])];
    }

    touch(square) {
      if (!this.playable || square < 0) return;
      const standing = this.position(this.node).standing;
      const own = (one) => standing.has(one) && this.drawn.whose[standing.get(one)] === this.side;
      const { clicks } = this.record;
      this.offers = this.missed = [];
      if (this.touched.includes(square) && clicks > 1) this.touched = [];  // put down again
      else this.touched = [...this.touched, square];
      const touched = this.touched;
      const fits = (squares) => touched.length === squares.length && touched.every((one, at) => one === squares[at]);
      const found = this.of(this.node, MINE).filter((one) => (this.record.nodes[one].t || []).some(fits));
      const becomes = [...new Set(found.flatMap((one) => this.record.nodes[one].k || []))];
      if (becomes.length > 1) {
        this.offers = becomes;
        this.go(this.node);
        this.next.querySelector("button").focus();
      } else if (found.length) {
        this.make_move(found.find((one) => this.record.nodes[one].v === 1) || found[0]);
      } else if (clicks > 1 && touched.length === 1) {
        if (!own(square)) this.touched = [];
        this.go(this.node);
      } else if (clicks > 1 && touched.length === 2 && own(square)) {
        this.touched = [square];  // another piece is taken up
        this.go(this.node);
      } else if (touched.length >= clicks) {
        this.miss();
      } else {
        this.go(this.node);
      }
    }

    become(token) {
      const touched = this.touched;
      const same = (squares) => squares.length === touched.length && squares.every((one, at) => one === touched[at]);
      const { nodes } = this.record;
      const found = this.of(this.node, MINE).filter((one) => (nodes[one].t || []).some(same) && nodes[one].k[0] === token);
      this.board.focus();
      if (found.length) this.make_move(found.find((one) => nodes[one].v === 1) || found[0]);
      else this.miss();
    }

    miss() {  // the record doesn't have it
      if (this.record.does === GUESS) {
        if (this.stage === "asked") this.guessed(this.of(this.node, MINE)[0], false);
        return;
      }
      this.failed();
      [this.missed, this.touched, this.offers] = [this.touched, [], []];
      [this.told, this.tone] = [this.words.unknown, "bad"];
      this.go(this.node);
    }

    between() {  // how far squares are from each other
      const [[x, y], ...others] = this.drawn.at;
      return Math.min(...others.map((one) => Math.hypot(one[0] - x, one[1] - y)));
    }

    frame() {
      const { w, h, at } = this.drawn, part = (this.record.part || []).map((square) => at[square]);
      if (!part.length) return super.frame();
      const room = 0.6 * this.between();
      const span = (which, most) => {
        const all = at.map((one) => one[which]), some = part.map((one) => one[which]);
        const low = Math.min(...some), high = Math.max(...some);
        return [low === Math.min(...all) ? 0 : low - room, high === Math.max(...all) ? most : high + room];
      };
      const [left, right] = span(0, w), [top, bottom] = span(1, h);
      return [this.flipped ? w - right : left, this.flipped ? h - bottom : top, right - left, bottom - top];
    }

    over(at) {
      if (!this.stage) return "";
      const wide = this.cell, ring = (square, kind, size = 0.46, aside = [0, 0]) => {
        const [x, y] = at(square);
        return `<circle class="ring ${kind}" cx="${x + aside[0]}" cy="${y + aside[1]}" r="${size * wide}" stroke-width="${0.07 * wide}"/>`;
      };
      const parts = [...this.touched.map((one) => ring(one, "")), ...this.missed.map((one) => ring(one, "wrong"))];
      const best = this.hints ? this.best(this.node) : undefined;
      const [squares] = (best !== undefined && this.record.nodes[best].t) || [];
      if (squares && (this.hints > 1 || squares.length > 1)) {
        parts.push(...(this.hints > 1 ? squares : squares.slice(0, 1)).map((one) => ring(one, "hint")));
      } else if (squares) {  // not in its middle
        const turn = 2.4 * (best + this.index);
        parts.push(ring(squares[0], "hint", 2.3, [Math.cos(turn) * 1.3 * wide, Math.sin(turn) * 1.3 * wide]));
      }
      if (this.cursor !== undefined && !this.free) parts.push(ring(this.cursor, "cursor", 0.52));
      return parts.join("");
    }

    draw() {
      if (this.stage && this.node === 0 && !this.over_with && !this.record.marked) {
        const { s, ...rest } = this.record.nodes[0];  // marks often show the solution
        this.record.nodes[0] = rest;
        super.draw();
        if (s) this.record.nodes[0] = { ...rest, s };
      } else {
        super.draw();
      }
    }

    // ---------------------------------------------------------------------------------- keys

    key(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const at = event.composedPath()[0];
      if (/^(INPUT|SELECT|TEXTAREA)$/.test(at.tagName || "")) return;
      const way = WAYS[event.key];
      const does = {
        PageDown: () => this.open(this.index + 1), PageUp: () => this.open(this.index - 1), h: () => this.hint(),
        n: () => this.open(this.index + 1), p: () => this.open(this.index - 1), f: () => this.flip_over(),
        ...(this.free ? {} : {
          End: () => this.show(), Home: () => this.restart(), Backspace: () => this.take_back(),
          Escape: () => this.put_down(), ...(way ? { [event.key]: () => this.wander(...way) } : {}),
          ...(at === this.board ? { Enter: () => this.enter(), " ": () => this.enter() } : {}),
        }),
      }[event.key];
      if (!does) {
        if (this.free && !/^(Enter| )$/.test(event.key)) super.key(event);
        return;
      }
      event.preventDefault();
      does();
    }

    put_down() {
      [this.touched, this.offers] = [[], []];
      this.go(this.node);
    }

    enter() {
      if (this.cursor !== undefined) this.touch(this.cursor);
    }

    wander(across, down) {  // to the nearest square in a direction, of those that are seen
      this.board.focus();
      const { at, w, h } = this.drawn, [left, top, width, height] = this.frame();
      const seen = at.map(([x, y]) => (this.flipped ? [w - x, h - y] : [x, y]));
      const middle = [left + width / 2, top + height / 2];
      const from = this.cursor === undefined ? middle : seen[this.cursor];
      let best, least = Infinity;
      seen.forEach(([x, y], square) => {
        if (x < left || y < top || x > left + width || y > top + height) return;
        const along = (x - from[0]) * across + (y - from[1]) * down, aside = Math.abs((x - from[0]) * down + (y - from[1]) * across);
        const far = this.cursor === undefined ? Math.hypot(x - from[0], y - from[1]) : along > 1e-6 && aside <= along * 1.8 ? along + 1.4 * aside : Infinity;
        if (far < least) [best, least] = [square, far];
      });
      if (best === undefined) return;
      this.cursor = best;
      this.draw();
      const piece = this.position(this.node).standing.get(best);
      this.under.textContent = `${this.drawn.names[best]}: ${piece === undefined ? this.words.empty : this.drawn.kinds[piece]}`;
    }
  }
  customElements.define("qipu-problems", QipuProblems);
})();

"""A game of chess with evaluations and clocks in its comments, in which both sides err."""

GAME = b"""[White "Anna Weber"]
[Black "Ben"]
[Result "0-1"]
[TimeControl "300"]

1. e4 { [%eval 0.3] [%clk 0:04:50] } e5 { [%eval 0.3] [%clk 0:04:50] }
2. Nf3 { [%eval 0.3] [%clk 0:04:30] } Nc6 { [%eval 0.3] [%clk 0:04:48] }
3. Bb5 { [%eval 0.3] [%clk 0:04:20] } a6 { [%eval 0.35] [%clk 0:04:45] }
4. Bxc6 { [%eval 0.1] [%clk 0:03:20] } dxc6 { [%eval 0.1] [%clk 0:04:40] }
5. h4 { [%eval -1.5] [%clk 0:00:20] } (5. O-O { [%eval 0.3] })
f6 { [%eval 2.5] [%clk 0:04:40] }
6. Nxe5 { [%eval -2.0] [%clk 0:00:10] } fxe5 { [%eval -2.0] [%clk 0:04:30] } 0-1
"""

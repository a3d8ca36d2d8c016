extension StandingTests {
    /// What each event makes of each phase: who asks and when, what of something new and when, `failures/witnesses`; moments in
    /// seconds. A failing test prints the whole anew, for you to look over.
    static let expected = """
        working: works
          it answered: works, answered 10
          resume: works
          clock moved: works
          begins anew: works
          the same fails: failing since 10, 1/1: not 9 at 15, new waits, 15
          another fails: failing since 10, 1/1: not 7 at 15, new waits, 15
          an old one fails: doubted
          unreachable: failing since 10, 1/1: oldest at 15, new waits, 15
          a wish: failing since 10, 1/1: not 7 at 100, new waits, 100
          a rate: failing since 10, 1/1: oldest at 100, new waits, 100
          it refuses: suspended since 10, 1/1: not 7 at 70, new waits, 70
          it refuses an old one: doubted
          overslept: doubted
        working, answered: works, answered -60
          it answered: works, answered 10
          resume: works, answered -60
          clock moved: works, answered 940
          begins anew: works
          the same fails: failing since 10, 1/1: not 9 at 15, new asks until 60, 15, answered -60
          another fails: failing since 10, 1/1: not 7 at 15, new asks until 60, 15, answered -60
          an old one fails: doubted, answered -60
          unreachable: failing since 10, 1/1: oldest at 15, new waits, 15, answered -60
          a wish: failing since 10, 1/1: not 7 at 100, new asks until 60, 100, answered -60
          a rate: failing since 10, 1/1: oldest at 100, new waits, 100, answered -60
          it refuses: suspended since 10, 1/1: not 7 at 70, new asks until 60, 70, answered -60
          it refuses an old one: doubted, answered -60
          overslept: doubted, answered -60
        doubted: doubted
          it answered: works, answered 10
          resume: doubted
          clock moved: doubted
          begins anew: works
          the same fails: failing since 10, 1/1: not 9 at 15, new waits, 15
          another fails: failing since 10, 1/1: not 7 at 15, new waits, 15
          an old one fails: failing since 10, 1/1: not 7 at 15, new passes, 15
          unreachable: failing since 10, 1/1: oldest at 15, new waits, 15
          a wish: failing since 10, 1/1: not 7 at 100, new waits, 100
          a rate: failing since 10, 1/1: oldest at 100, new waits, 100
          it refuses: suspended since 10, 1/1: not 7 at 70, new waits, 70
          it refuses an old one: suspended since 10, 1/1: not 7 at 70, new passes, 70
          overslept: failing since 86400, 1/1: not 7 at 86405, new passes, 86405
        doubted, answered: doubted, answered -60
          it answered: works, answered 10
          resume: doubted, answered -60
          clock moved: doubted, answered 940
          begins anew: works
          the same fails: failing since 10, 1/1: not 9 at 15, new asks until 60, 15, answered -60
          another fails: failing since 10, 1/1: not 7 at 15, new asks until 60, 15, answered -60
          an old one fails: failing since 10, 1/1: not 7 at 15, new passes, 15, answered -60
          unreachable: failing since 10, 1/1: oldest at 15, new waits, 15, answered -60
          a wish: failing since 10, 1/1: not 7 at 100, new asks until 60, 100, answered -60
          a rate: failing since 10, 1/1: oldest at 100, new waits, 100, answered -60
          it refuses: suspended since 10, 1/1: not 7 at 70, new asks until 60, 70, answered -60
          it refuses an old one: suspended since 10, 1/1: not 7 at 70, new passes, 70, answered -60
          overslept: failing since 86400, 1/1: not 7 at 86405, new passes, 86405, answered -60
        failing, one witness: failing since 0, 1/1: not 9 at 5, new waits, 5
          it answered: works, answered 10
          resume: failing since 10, 0/1: first at 10, new waits, 10
          clock moved: failing since 1000, 1/1: not 9 at 1005, new waits, 1005
          begins anew: failing since 10, 0/1: first at 10, new waits, 10
          the same fails: failing since 0, 2/1: not 9 at 15, new waits, 15
          another fails: failing since 0, 2/2: first at 15, new waits, 15
          an old one fails: failing since 0, 2/2: first at 15, new waits, 15
          unreachable: failing since 0, 2/2: oldest at 15, new waits, 15
          a wish: failing since 0, 2/2: first at 100, new waits, 100
          a rate: failing since 0, 2/2: oldest at 100, new waits, 100
          it refuses: suspended since 0, 1/2: not 7 at 70, new waits, 70
          it refuses an old one: suspended since 0, 1/2: not 7 at 70, new waits, 70
          overslept: failing since 86400, 1/1: not 7 at 86405, new waits, 86405
        failing, two witnesses: failing since -1, 2/2: first at 5, new waits, 5
          it answered: works, answered 10
          resume: failing since 10, 0/1: first at 10, new waits, 10
          clock moved: failing since 999, 2/2: first at 1005, new waits, 1005
          begins anew: failing since 10, 0/1: first at 10, new waits, 10
          the same fails: failing since -1, 3/3: first at 15, new waits, 15
          another fails: failing since -1, 3/3: first at 15, new waits, 15
          an old one fails: failing since -1, 3/3: first at 15, new waits, 15
          unreachable: failing since -1, 3/3: oldest at 15, new waits, 15
          a wish: failing since -1, 3/3: first at 100, new waits, 100
          a rate: failing since -1, 3/3: oldest at 100, new waits, 100
          it refuses: suspended since -1, 1/3: not 7 at 70, new waits, 70
          it refuses an old one: suspended since -1, 1/3: not 7 at 70, new waits, 70
          overslept: failing since 86400, 1/1: not 7 at 86405, new waits, 86405
        failing, answered: failing since 0, 1/1: not 9 at 5, new asks until 60, 5, answered -60
          it answered: works, answered 10
          resume: failing since 10, 0/1: first at 10, new waits, 10, answered -60
          clock moved: failing since 1000, 1/1: not 9 at 1005, new asks until 1060, 1005, answered 940
          begins anew: failing since 10, 0/1: first at 10, new waits, 10
          the same fails: failing since 0, 2/1: not 9 at 15, new asks until 60, 15, answered -60
          another fails: failing since 0, 2/2: first at 15, new asks until 60, 15, answered -60
          an old one fails: failing since 0, 2/2: first at 15, new asks until 60, 15, answered -60
          unreachable: failing since 0, 2/2: oldest at 15, new waits, 15, answered -60
          a wish: failing since 0, 2/2: first at 100, new asks until 60, 100, answered -60
          a rate: failing since 0, 2/2: oldest at 100, new waits, 100, answered -60
          it refuses: suspended since 0, 1/2: not 7 at 70, new asks until 60, 70, answered -60
          it refuses an old one: suspended since 0, 1/2: not 7 at 70, new asks until 60, 70, answered -60
          overslept: failing since 86400, 1/1: not 7 at 86405, new waits, 86405, answered -60
        failing, answered long ago: failing since 0, 1/1: not 9 at 5, new waits, 5, answered -121
          it answered: works, answered 10
          resume: failing since 10, 0/1: first at 10, new waits, 10, answered -121
          clock moved: failing since 1000, 1/1: not 9 at 1005, new waits, 1005, answered 879
          begins anew: failing since 10, 0/1: first at 10, new waits, 10
          the same fails: failing since 0, 2/1: not 9 at 15, new waits, 15, answered -121
          another fails: failing since 0, 2/2: first at 15, new waits, 15, answered -121
          an old one fails: failing since 0, 2/2: first at 15, new waits, 15, answered -121
          unreachable: failing since 0, 2/2: oldest at 15, new waits, 15, answered -121
          a wish: failing since 0, 2/2: first at 100, new waits, 100, answered -121
          a rate: failing since 0, 2/2: oldest at 100, new waits, 100, answered -121
          it refuses: suspended since 0, 1/2: not 7 at 70, new waits, 70, answered -121
          it refuses an old one: suspended since 0, 1/2: not 7 at 70, new waits, 70, answered -121
          overslept: failing since 86400, 1/1: not 7 at 86405, new waits, 86405, answered -121
        failing, old ones only: failing since 0, 1/1: not 9 at 5, new passes, 5
          it answered: works, answered 10
          resume: failing since 10, 0/1: first at 10, new passes, 10
          clock moved: failing since 1000, 1/1: not 9 at 1005, new passes, 1005
          begins anew: failing since 10, 0/1: first at 10, new passes, 10
          the same fails: failing since 0, 2/1: not 9 at 15, new waits, 15
          another fails: failing since 0, 2/2: first at 15, new waits, 15
          an old one fails: failing since 0, 2/2: first at 15, new passes, 15
          unreachable: failing since 0, 2/2: oldest at 15, new waits, 15
          a wish: failing since 0, 2/2: first at 100, new waits, 100
          a rate: failing since 0, 2/2: oldest at 100, new waits, 100
          it refuses: suspended since 0, 1/2: not 7 at 70, new waits, 70
          it refuses an old one: suspended since 0, 1/2: not 7 at 70, new passes, 70
          overslept: failing since 86400, 1/1: not 7 at 86405, new passes, 86405
        failing, unreachable: failing since 0, 1/1: oldest at 5, new waits, 5, answered -60
          it answered: works, answered 10
          resume: failing since 10, 0/1: oldest at 10, new waits, 10, answered -60
          clock moved: failing since 1000, 1/1: oldest at 1005, new waits, 1005, answered 940
          begins anew: failing since 10, 0/1: oldest at 10, new waits, 10
          the same fails: failing since 0, 2/1: not 9 at 15, new asks until 60, 15, answered -60
          another fails: failing since 0, 2/2: first at 15, new asks until 60, 15, answered -60
          an old one fails: failing since 0, 2/2: first at 15, new asks until 60, 15, answered -60
          unreachable: failing since 0, 2/2: oldest at 15, new waits, 15, answered -60
          a wish: failing since 0, 2/2: first at 100, new asks until 60, 100, answered -60
          a rate: failing since 0, 2/2: oldest at 100, new waits, 100, answered -60
          it refuses: suspended since 0, 1/2: not 7 at 70, new asks until 60, 70, answered -60
          it refuses an old one: suspended since 0, 1/2: not 7 at 70, new asks until 60, 70, answered -60
          overslept: failing since 86400, 1/1: not 7 at 86405, new waits, 86405, answered -60
        failing, anew: failing since 0, 0/1: first at 0, new waits, 0
          it answered: works, answered 10
          resume: failing since 10, 0/1: first at 10, new waits, 10
          clock moved: failing since 1000, 0/1: first at 1000, new waits, 1000
          begins anew: failing since 10, 0/1: first at 10, new waits, 10
          the same fails: failing since 0, 1/1: not 9 at 15, new waits, 15
          another fails: failing since 0, 1/2: first at 15, new waits, 15
          an old one fails: failing since 0, 1/2: first at 15, new waits, 15
          unreachable: failing since 0, 1/2: oldest at 15, new waits, 15
          a wish: failing since 0, 1/2: first at 100, new waits, 100
          a rate: failing since 0, 1/2: oldest at 100, new waits, 100
          it refuses: suspended since 0, 1/2: not 7 at 70, new waits, 70
          it refuses an old one: suspended since 0, 1/2: not 7 at 70, new waits, 70
          overslept: failing since 86400, 1/1: not 7 at 86405, new waits, 86405
        suspended: suspended since 0, 1/1: not 9 at 60, new waits, 60
          it answered: works, answered 10
          resume: failing since 10, 0/1: first at 10, new waits, 10
          clock moved: suspended since 1000, 1/1: not 9 at 1060, new waits, 1060
          begins anew: failing since 10, 0/1: first at 10, new waits, 10
          the same fails: failing since 0, 1/1: not 9 at 15, new waits, 15
          another fails: failing since 0, 1/2: first at 15, new waits, 15
          an old one fails: failing since 0, 1/2: first at 15, new waits, 15
          unreachable: failing since 0, 1/2: oldest at 15, new waits, 15
          a wish: failing since 0, 1/2: first at 100, new waits, 100
          a rate: failing since 0, 1/2: oldest at 100, new waits, 100
          it refuses: suspended since 0, 2/2: not 7 at 310, new waits, 130
          it refuses an old one: suspended since 0, 2/2: not 7 at 310, new waits, 130
          overslept: failing since 86400, 1/1: not 7 at 86405, new waits, 86405
        suspended, answered: suspended since -1, 2/2: not 8 at 300, new asks until 60, 120, answered -60
          it answered: works, answered 10
          resume: failing since 10, 0/1: first at 10, new waits, 10, answered -60
          clock moved: suspended since 999, 2/2: not 8 at 1300, new asks until 1060, 1120, answered 940
          begins anew: failing since 10, 0/1: first at 10, new waits, 10
          the same fails: failing since -1, 1/3: first at 15, new asks until 60, 15, answered -60
          another fails: failing since -1, 1/3: first at 15, new asks until 60, 15, answered -60
          an old one fails: failing since -1, 1/3: first at 15, new asks until 60, 15, answered -60
          unreachable: failing since -1, 1/3: oldest at 15, new waits, 15, answered -60
          a wish: failing since -1, 1/3: first at 100, new asks until 60, 100, answered -60
          a rate: failing since -1, 1/3: oldest at 100, new waits, 100, answered -60
          it refuses: suspended since -1, 3/3: not 7 at 910, new asks until 60, 250, answered -60
          it refuses an old one: suspended since -1, 3/3: not 7 at 910, new asks until 60, 250, answered -60
          overslept: failing since 86400, 1/1: not 7 at 86405, new waits, 86405, answered -60
        suspended, old ones only: suspended since 0, 1/1: not 9 at 60, new passes, 60
          it answered: works, answered 10
          resume: failing since 10, 0/1: first at 10, new passes, 10
          clock moved: suspended since 1000, 1/1: not 9 at 1060, new passes, 1060
          begins anew: failing since 10, 0/1: first at 10, new passes, 10
          the same fails: failing since 0, 1/1: not 9 at 15, new waits, 15
          another fails: failing since 0, 1/2: first at 15, new waits, 15
          an old one fails: failing since 0, 1/2: first at 15, new passes, 15
          unreachable: failing since 0, 1/2: oldest at 15, new waits, 15
          a wish: failing since 0, 1/2: first at 100, new waits, 100
          a rate: failing since 0, 1/2: oldest at 100, new waits, 100
          it refuses: suspended since 0, 2/2: not 7 at 310, new waits, 130
          it refuses an old one: suspended since 0, 2/2: not 7 at 310, new passes, 130
          overslept: failing since 86400, 1/1: not 7 at 86405, new passes, 86405
        """
}

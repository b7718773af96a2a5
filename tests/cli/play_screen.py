#!/usr/bin/env python3
"""`lammer play` on a screen, in a real terminal: tmux presses the keys and reads the screen."""
import os
import re
import signal
import sys
import unittest

import play_terminal as terminal
from play_terminal import Home, Terminal, pipe

sys.path.append("tests/support")
from said import assert_said, sentence  # noqa: E402

# Two eights against a six. The free split (MFB-9(b)) gets a ten and a three, the free double (MFB-8(b)) of 8 and 3 a
# nine or a six; the dealer turns a king and draws. Burn card not included.
SHOE_18 = "8h 6d 8c Kh  Ts 3d  9c  2h"
SHOE_22 = "8h 6d 8c Kh  Ts 3d  6c  6h"
BASE = ["play", "--seed", "1", "--fresh"]

# The free split and the free double, worked out by hand: hand 1, $10 of chips, 18 against 18, is a push. Hand 2 has 20
# and no chips of the player: its lammer and the lammer of the double are worth $10 each (MFB-6(m)).
BETS = "\n ".join(
    map(
        sentence,
        ("say:story-open", "say:story-bet|Box 1|$10|", "say:story-bet-side|Box 1|$5|Push 22", "say:story-no-more-bets"),
    )
)
FREE_SPLIT = "\n ".join(
    map(
        sentence,
        (
            "say:story-split-free|Box 1|8♥ 8♣",
            "say:story-lammer-split|2|box 1",
            "say:story-draws|Hand 1 of box 1|T♠|: 8♥ T♠, 18",
            "say:story-stand|Hand 1 of box 1|18",
            "say:story-draws|Hand 2 of box 1|3♦|: 8♣ 3♦, 11",
        ),
    )
)
DEALT = f"""\
 Free Bet Blackjack, Massachusetts                                bankroll $985
 $5 to $500, blackjack pays 3:2, dealer stands on soft 17, dealer 22 pushes
 Dealer  shows 6                                                 307 cards left
 ╭──╮╭──╮
 │6♦││▒▒│
 ╰──╯╰──╯
 > You  $10
 ╭──╮╭──╮
 │8♥││8♣│
 ╰──╯╰──╯
 16
 Push 22 $5
 {BETS}




 Your 8♥ 8♣ (16) against 6♦
 [h] hit  [s] stand  [d] double $10  [p] split free  [a] advice  [?] help
 [q] leave
"""

SPLIT = f"""\
 Free Bet Blackjack, Massachusetts                                bankroll $985
 $5 to $500, blackjack pays 3:2, dealer stands on soft 17, dealer 22 pushes
 Dealer  shows 6                                                 305 cards left
 ╭──╮╭──╮
 │6♦││▒▒│
 ╰──╯╰──╯
 Hand 1 $10                             > Hand 2 ● free
 ╭──╮╭──╮                               ╭──╮╭──╮
 │8♥││T♠│                               │8♣││3♦│
 ╰──╯╰──╯                               ╰──╯╰──╯
 18                                     11
 Push 22 $5
 {BETS}
 {FREE_SPLIT}
 Your hand 2, 8♣ 3♦ (11) against 6♦
 [h] hit  [s] stand  [d] double free  [a] advice  [?] help  [q] leave
"""

WON = """\
 Free Bet Blackjack, Massachusetts                              bankroll $1,015
 $5 to $500, blackjack pays 3:2, dealer stands on soft 17, dealer 22 pushes
 Dealer  18                                                      303 cards left
 ╭──╮╭──╮╭──╮
 │6♦││K♥││2♥│
 ╰──╯╰──╯╰──╯
 Hand 1 $10                             Hand 2 ● free ● free
 ╭──╮╭──╮                               ╭──╮╭──╮╭──╮
 │8♥││T♠│                               │8♣││3♦││9♣│
 ╰──╯╰──╯                               ╰──╯╰──╯╰──╯
 18 push                                20 wins
"""


class Screen(unittest.TestCase):
    def setUp(self):
        home = Home()
        self.home = home.__enter__()
        self.addCleanup(home.__exit__)

    def open(self, *args, **more):
        t = Terminal(self.home, [*BASE, *args], **more)
        self.addCleanup(t.close)
        return t

    def deal(self, t):
        t.wait("say:your-bets")
        t.keys("Enter")
        t.wait("Your 8", "[q] leave")

    @staticmethod
    def same(t, wanted):
        def begins_so(screen):
            return "\n".join(line.rstrip() for line in screen.rstrip().split("\n")).startswith(wanted.rstrip())

        t.wait_until(begins_so, f"\n{wanted}-- but")

    def test_free_split_and_free_double(self):
        """MFB-9(b), MFB-8(b), MFB-6(m): the screen after each step, to the letter."""
        t = self.open("--shoe", SHOE_18)
        t.wait("say:your-bets")
        t.keys("b")
        t.wait("bets:")
        t.keys("-l", "10 push22 5")
        t.keys("Enter")
        t.wait("Push 22 $5")
        t.keys("Enter")
        self.same(t, DEALT)
        t.keys("p")
        t.wait("Your hand 1, 8♥ T♠ (18)")
        t.keys("s")
        self.same(t, SPLIT)
        t.keys("d")
        self.same(t, WON)
        paid = sentence(f"say:story-pay-lammers|hand 2 of box 1|$20|| ({sentence('say:story-why-totals|20|18')})|$20|2")
        t.wait("$15", "Push 22 -$5", paid.rsplit(" ", 1)[0])  # the screen wraps the last word

    def test_dealer_22_pushes(self):
        """MFB-6(n)(1): a dealer 22 pushes, lammers are collected, and Push 22 pays 20 to 1 for one colour (table A)."""
        t = self.open("--shoe", SHOE_22)
        t.wait("say:your-bets")
        t.keys("1")
        t.wait("[1] Push 22 $1")
        t.keys("Enter")
        t.wait("Your 8")
        for key, text in (("p", "hand 1"), ("s", "hand 2"), ("d", "$20")):
            t.keys(key)
            t.wait(text)
        t.wait("Dealer  22, over 21", "18 push", "17 push", "Push 22 +$20", "bankroll $1,020")

    def test_free_is_gold(self):
        """Free actions and lammers are gold (yellow, 33); without colours they still say so."""
        t = self.open("--shoe", SHOE_18)
        self.deal(t)
        self.assertRegex(t.screen("-e"), r"\x1b\[[0-9;]*33m\[p\] split free")
        red = re.search(r"\x1b\[[0-9;]*31[^m]*m[^\n]*│8♥│", t.screen("-e"))
        self.assertTrue(red, t.screen("-e"))

    def test_mouse(self):
        t = self.open("--shoe", SHOE_18)
        self.deal(t)
        lines = t.screen().split("\n")
        row = next(i for i, line in enumerate(lines) if "[p] split" in line)
        t.click(lines[row].index("[p]") + 5, row)
        t.wait("Your hand 1, 8♥ T♠ (18)")

    def test_resize_in_mid_hand(self):
        t = self.open("--shoe", SHOE_18, columns=80, rows=24)
        self.deal(t)
        t.keys("p")
        t.wait("Your hand 1")
        for columns, rows, text in (
            (60, 20, "│8♥││T♠│"),
            (30, 8, "30 by 8"),
            (132, 43, "│8♥   ││T♠   │"),
            (40, 14, "8♥ T♠"),
            (20, 4, "20 by 4"),
            (80, 24, "│8♥││T♠│"),
        ):
            t.resize(columns, rows)
            screen = t.wait(text)
            self.assertLessEqual(max(map(len, screen.split("\n"))), columns)
        t.keys("s")
        t.wait("Your hand 2")
        t.keys("d")
        t.wait("bankroll $1,020")

    def leaves_hand(self, t, number, status):
        os.kill(t.pid(), number)
        t.wait(f"STATUS {status}", "RESTORED", "say:hand-kept")
        again = pipe(self.home, ["yes", "stand", "double", "quit"], "--plain")
        assert_said("say:hand-interrupted|ma-freebet|$10|$1,000", again.stdout)
        assert_said("say:you-won||$20|$1,020", again.stdout)
        self.assertEqual(pipe(self.home, ["quit"], "--plain").stdout.count("interrupted"), 0)

    def test_signals_in_mid_hand(self):
        """After every kind of end the terminal is as before, and the hand is offered again with the same cards."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            t = self.open("--shoe", SHOE_18)
            self.deal(t)
            t.keys("p")
            t.wait("Your hand 1")
            self.leaves_hand(t, number, 128 + number)
            t.close()

    def test_crash(self):
        """Even a fault of the program gives the terminal back, and the hand lies in its file."""
        t = self.open("--shoe", SHOE_18)
        self.deal(t)
        os.kill(t.pid(), signal.SIGSEGV)
        t.wait("STATUS 139", "RESTORED")
        self.assertIn("Your 8♥ 8♣", pipe(self.home, ["quit"], "--plain", "--resume").stdout)

    def test_ctrl_c(self):
        t = self.open("--shoe", SHOE_18)
        self.deal(t)
        t.keys("C-c")
        t.wait("say:hand-kept", "STATUS 130", "RESTORED")
        with Terminal(self.home, ["play", "--resume"]) as again:
            again.wait("Your 8♥ 8♣ (16) against 6♦", "[p] split free", "say:story-bet|Box 1|$10")

    def test_terminal_that_goes_away(self):
        t = self.open("--shoe", SHOE_18)
        self.deal(t)
        pid = t.pid()
        t.close()
        self.assertTrue(terminal.is_gone(pid))
        assert_said("say:hand-interrupted", pipe(self.home, ["no", "quit"], "--plain").stdout)

    def test_leave_between_rounds(self):
        t = self.open()
        t.wait("say:your-bets")
        t.keys("q")
        t.wait("say:you-leave-with|$1,000", "STATUS 0", "RESTORED")

    def test_poor_terminals(self):
        """No UTF-8, no colours, no cursor, no such terminal."""
        t = self.open("--shoe", SHOE_18, LC_ALL="C", term="vt100")
        self.deal(t)
        screen = t.screen("-e")
        self.assertTrue(screen.isascii(), screen)
        for text in ("|8h||8c|", "|6d||##|"):
            self.assertIn(text, screen)
        self.assertNotRegex(screen, r"\x1b\[[0-9;]*[34][0-7]m")
        t.keys("p")
        t.wait("Hand 2 (free)")
        t.close()
        with Terminal(self.home, [*BASE], term="dumb") as dumb:
            dumb.wait("deal ($10), bet AMOUNT")
        with Terminal(self.home, [*BASE], term="nonsense") as nonsense:
            nonsense.wait("say:unknown-terminal", "deal ($10), bet AMOUNT")
        with Terminal(self.home, [*BASE, "--shoe", SHOE_18], NO_COLOR="1") as plain:
            self.deal(plain)
            self.assertNotRegex(plain.screen("-e"), r"\x1b\[[0-9;]*[34][0-7]m")

    def test_full_table_in_any_window(self):
        """Seven boxes: a wide screen shows every neighbour, and every screen shows the player's own cards."""
        t = self.open("--seats", "7", "--seat", "4", columns=100, rows=40)
        t.wait("say:your-bets")
        t.keys("Enter")
        t.wait("[s] stand", "You  $10", *[f"Box {i} " for i in (1, 2, 3, 5, 6, 7)])
        for columns, rows in ((80, 24), (60, 20), (40, 14)):
            t.resize(columns, rows)
            t.wait("[s] stand", "You  $10", "Dealer  shows", "against")

    def test_help_and_wrong_keys(self):
        t = self.open()
        t.wait("say:your-bets")
        t.keys("?")
        t.wait("say:help-goes-on")
        t.keys("x")
        t.wait("say:your-bets")
        t.keys("z")
        t.wait("z does nothing here")
        t.keys("b")
        t.wait("bets:")
        t.keys("-l", "10 nonsense 5")
        t.keys("Enter")
        t.wait('"nonsense" is not a wager of this table')
        t.keys("b")
        t.wait("bets:")
        t.keys("-l", "700")
        t.keys("Enter")
        t.wait("deal $700")
        t.keys("Enter")
        t.wait("Not possible: the amount is above the maximum")


if __name__ == "__main__":
    terminal.need_tmux()
    unittest.main()

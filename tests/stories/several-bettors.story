
  Blackjack, Massachusetts (ma-blackjack)
  6 decks, dealer stands on soft 17, $5 to $500

  The dealer puts the cards into the shoe.
  The dealer burns one card, face down.
  Betting opens.
  Box 1 bets $10.
  The second bettor on box 1 bets $20.
  The third bettor on box 1 bets $30.
  The dealer calls "No more bets."

      Dealer   7♦ ▒▒         shows 7
      Box 1    8♥ 8♣         16

  Box 1 splits 8♥ 8♣ for $10 more.
  The second bettor on box 1 covers both hands for $20 more.
  Hand 1 of box 1 draws T♣: 8♥ T♣, 18.
  Hand 1 of box 1 stands on 18.
  Hand 2 of box 1 draws 9♣: 8♣ 9♣, 17.
  Hand 2 of box 1 stands on 17.

  The dealer turns the hole card, T♦: 7♦ T♦, 17.

  The dealer pays hand 1 of box 1 $10 (18 against 17).
  The dealer pays the second bettor on hand 1 of box 1 $20 (18 against 17).
  The dealer pays the third bettor on hand 1 of box 1 $30 (18 against 17).
  Hand 2 of box 1 takes $10 back (17 against 17).
  The second bettor on hand 2 of box 1 takes $20 back (17 against 17).

  Box 1 wins $10.
  The second bettor on box 1 wins $20.
  The third bettor on box 1 wins $30.

  Round 2

  Betting opens.
  Box 1 bets $10; no player sits at that box.
  The second bettor on box 1 bets $30.
  The dealer calls "No more bets."
  The second bettor on box 1 has the largest wager there and decides for the box.

      Dealer   7♦ ▒▒         shows 7
      Box 1    5♥ 6♥         11

  The second bettor on box 1 doubles 11 for $30 more.
  Box 1 draws 9♣: 5♥ 6♥ 9♣, 20.

  The dealer turns the hole card, T♦: 7♦ T♦, 17.

  The dealer pays box 1 $10 (20 against 17).
  The dealer pays the second bettor on box 1 $60 (20 against 17).

  Box 1 wins $10.
  The second bettor on box 1 wins $60.

  Round 3

  Betting opens.
  Box 1 calls a cash wager of $10: the dealer and a supervisor must confirm it.
  Box 1 bets $10.
  The dealer confirms the cash wager.
  A supervisor confirms the cash wager.
  The dealer calls "No more bets."

      Dealer   7♦ ▒▒         shows 7
      Box 1    T♥ 9♣         19

  Box 1 stands on 19.

  The dealer turns the hole card, T♦: 7♦ T♦, 17.

  The dealer pays box 1 $10 (19 against 17).

  Box 1 wins $10.

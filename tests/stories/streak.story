
  Blackjack, Massachusetts (ma-blackjack)
  6 decks, dealer stands on soft 17, $5 to $500

  The dealer puts the cards into the shoe.
  The dealer burns one card, face down.
  Betting opens.
  Box 1 bets $10.
  Box 1 bets $5 on Streak of 2.
  Box 1 bets $5 on Streak of 3.
  Box 2 bets $10.
  Box 2 bets $5 on Streak of 2.
  The dealer calls "No more bets."

      Dealer   7♦ ▒▒         shows 7
      Box 1    T♥ 9♥         19
      Box 2    8♥ 8♣         16

  Box 1 stands on 19.
  Box 2 stands on 16.

  The dealer turns the hole card, T♦: 7♦ T♦, 17.

  The dealer takes $10 from box 2 (16 against 17).
  The dealer takes $5 from box 2 on Streak of 2 (streak broken).
  The dealer pays box 1 $10 (19 against 17).
  The streak marker of box 1 moves to 2.

  Box 1 wins $10.
  Box 2 loses $15.

  Round 2

  Betting opens.
  Box 1 bets $10.
  The dealer calls "No more bets."

      Dealer   7♦ ▒▒         shows 7
      Box 1    T♥ 9♥         19

  Box 1 stands on 19.

  The dealer turns the hole card, T♦: 7♦ T♦, 17.

  The dealer pays box 1 $10 (19 against 17).
  The streak marker of box 1 moves to 3.
  Streak of 2 of box 1 wins $15: 2 wins in a row.
  The dealer pays box 1 $15 on Streak of 2.

  Box 1 wins $25.

  Round 3

  Betting opens.
  Box 1 bets $10.
  The dealer calls "No more bets."

      Dealer   7♦ ▒▒         shows 7
      Box 1    T♥ 6♥         16

  Box 1 stands on 16.

  The dealer turns the hole card, T♦: 7♦ T♦, 17.

  The dealer takes $10 from box 1 (16 against 17).
  The dealer takes $5 from box 1 on Streak of 3 (streak broken).

  Box 1 loses $15.

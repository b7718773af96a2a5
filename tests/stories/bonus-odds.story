
  Blackjack, Massachusetts (ma-blackjack)
  6 decks, dealer stands on soft 17, $5 to $500

  The dealer puts the cards into the shoe.
  The dealer burns one card, face down.
  Betting opens.
  Box 1 bets $10.
  The dealer calls "No more bets."

      Dealer   9♦ ▒▒         shows 9
      Box 1    6♥ 7♥         13

  Box 1 hits and draws 8♥: 6♥ 7♥ 8♥, 21.

  The dealer turns the hole card, T♦: 9♦ T♦, 19.

  The dealer pays box 1 $20 (21 against 19, at posted bonus odds).

  Box 1 wins $20.

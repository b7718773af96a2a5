
  Blackjack, Massachusetts (ma-blackjack)
  6 decks, dealer stands on soft 17, $5 to $500

  The dealer puts the cards into the shoe.
  The dealer burns one card, face down.
  Betting opens.
  Box 1 bets $100.
  Box 1 bets $10 on TriLux Bonus.
  Box 2 bets $10.
  Box 2 bets $5 on TriLux Bonus.
  The dealer calls "No more bets."

      Dealer   7♦ ▒▒         shows 7
      Box 1    7♥ 7♣         14
      Box 2    2♦ 9♦         11

  TriLux Bonus of box 2 wins $25: flush.
  The dealer pays box 2 $25 on TriLux Bonus.
  The house pays the dealer $1, Lucky George: box 2 won on TriLux Bonus.
  TriLux Bonus of box 1 wins $150: three of a kind.
  The dealer pays box 1 $150 on TriLux Bonus.
  The house pays the dealer $5, Lucky George: box 1 won on TriLux Bonus.
  Box 1 stands on 14.
  Box 2 stands on 11.

  The dealer turns the hole card, T♥: 7♦ T♥, 17.

  The dealer takes $10 from box 2 (11 against 17).
  The dealer takes $100 from box 1 (14 against 17).

  Box 1 wins $50.
  Box 2 wins $15.

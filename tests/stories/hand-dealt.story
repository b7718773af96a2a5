
  Blackjack, Massachusetts (ma-blackjack-6to5)
  2 decks, dealer hits soft 17, $5 to $500

  The dealer puts the cards into the shoe.
  Betting opens.
  Box 1 bets $10.
  Box 2 bets $10.
  Box 3 bets $10.
  The dealer calls "No more bets."

      Dealer   6♦ ▒▒         shows 6
      Box 1    ▒▒ ▒▒
      Box 2    ▒▒ ▒▒
      Box 3    ▒▒ ▒▒

  Box 1 stands.
  Box 2 hits and draws T♣: ▒▒ ▒▒ T♣.
  Box 2 is over 21.
  The dealer takes $10 from box 2 (over 21).
  Box 3 shows 8♦: 8♦ ▒▒.
  Box 3 shows 8♣: 8♦ 8♣, 16.
  Box 3 splits 8♦ 8♣ for $10 more.
  Hand 1 of box 3 draws T♠: 8♦ T♠, 18.
  Hand 1 of box 3 stands on 18.
  Hand 2 of box 3 draws 9♥: 8♣ 9♥, 17.
  Hand 2 of box 3 stands on 17.

  The dealer turns the hole card, K♥: 6♦ K♥, 16.
  The dealer draws 4♠: 6♦ K♥ 4♠, 20.
  Box 1 shows T♥: T♥ ▒▒.
  Box 1 shows 9♣: T♥ 9♣, 19.

  The dealer takes $10 from hand 1 of box 3 (18 against 20).
  The dealer takes $10 from hand 2 of box 3 (17 against 20).
  The dealer takes $10 from box 1 (19 against 20).

  Box 1 loses $10.
  Box 2 loses $10.
  Box 3 loses $20.
  The dealer puts the collected cards into the shuffler.

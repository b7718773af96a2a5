
  Free Bet Blackjack, Massachusetts (ma-freebet)
  6 decks, dealer stands on soft 17, dealer 22 pushes, $5 to $500

  The dealer puts the cards into the shoe.
  The dealer burns one card, face down.
  Betting opens.
  Box 1 bets $10.
  The player of box 1 bets $10 on box 2.
  Box 2 takes $10 back before the deal.
  The player of box 1 bets $15 on box 2.
  The dealer calls "No more bets."

      Dealer   6♦ ▒▒         shows 6
      Box 1    T♥ 9♣         19
      Box 2    9♥ 8♣         17

  Box 1 stands on 19.
  Box 2 stands on 17.

  The dealer turns the hole card, K♥: 6♦ K♥, 16.
  The dealer draws 2♠: 6♦ K♥ 2♠, 18.

  The dealer takes $15 from box 2 (17 against 18).
  The dealer pays box 1 $10 (19 against 18).

  Box 1 wins $10.
  Box 2 loses $15.

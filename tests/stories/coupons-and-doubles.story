
  Blackjack, Massachusetts (ma-blackjack)
  6 decks, dealer stands on soft 17, $5 to $500

  The dealer puts the cards into the shoe.
  The dealer burns one card, face down.
  Betting opens.
  Box 1 bets $10.
  Box 1 lays a match-play coupon of $10 beside the wager.
  The dealer calls "No more bets."

      Dealer   6♦ ▒▒         shows 6
      Box 1    6♥ 5♣         11

  Box 1 doubles 11 for $10 more.
  The dealer tells all players that they may ask for a double card face down.
  Box 1 draws a card face down.

  The dealer turns the hole card, K♥: 6♦ K♥, 16.
  The dealer draws 9♣: 6♦ K♥ 9♣, 25.
  Box 1 shows 9♠: 6♥ 5♣ 9♠, 20.

  The dealer pays box 1 $20 (the dealer has 25, over 21).
  The dealer pays box 1 $10 for the coupon.
  The dealer collects the coupon of box 1.

  Box 1 wins $30.

  Round 2

  Betting opens.
  The dealer tells all players that they may ask for a double card face down.
  Box 1 bets $10.
  The dealer calls "No more bets."

      Dealer   6♦ ▒▒         shows 6
      Box 1    6♥ 5♣         11

  Box 1 doubles 11 for $10 more.
  The dealer tells all players that they may ask for a double card face down.
  The dealer deals the double card face up instead of face down. Play goes on.
  Box 1 draws 9♠: 6♥ 5♣ 9♠, 20.

  The dealer turns the hole card, K♥: 6♦ K♥, 16.
  The dealer draws 9♣: 6♦ K♥ 9♣, 25.

  The dealer pays box 1 $20 (the dealer has 25, over 21).

  Box 1 wins $20.


  Free Bet Blackjack, Massachusetts (ma-freebet)
  6 decks, dealer stands on soft 17, dealer 22 pushes, $5 to $500

  The dealer puts the cards into the shoe.
  The dealer burns one card, face down.
  Betting opens.
  Box 1 bets $10.
  The dealer calls "No more bets."

      Box 1    5♥            5

  The dealer finds 2♠ face up in the shoe. It is not used in this round.
  2♠ goes to the discard rack.
  The dealer is dealt 6♦.
  Box 1 is dealt 4♣: 5♥ 4♣, 9.
  The dealer is dealt a card face down.
  The dealer draws a card in error and does not expose it. It will be the next card.
  Box 1 hits and draws T♠: 5♥ 4♣ T♠, 19.
  Box 1 stands on 19.

  The dealer turns the hole card, K♥: 6♦ K♥, 16.
  The dealer draws 9♠: 6♦ K♥ 9♠, 25.

  The dealer pays box 1 $10 (the dealer has 25, over 21).

  Box 1 wins $10.
  The dealer must stand and draws 2♥ in error. The card does not count.
  2♥ goes to the discard rack.

  Round 2

  Betting opens.
  Box 1 bets $10.
  The dealer calls "No more bets."

      Box 1    5♥            5

  The dealer passes over the dealer's own card and takes it after the players' cards.
  Box 1 is dealt 4♣: 5♥ 4♣, 9.
  The dealer is dealt 6♦.
  The dealer is dealt a card face down.
  Box 1 asks for a card.
  The shoe is empty: the dealer must shuffle and cut the discards before the round goes on.
  The dealer burns one card, face down.
  Box 1 draws T♠: 5♥ 4♣ T♠, 19.
  Box 1 stands on 19.

  The dealer turns the hole card, K♥: 6♦ K♥, 16.
  The dealer draws 9♠: 6♦ K♥ 9♠, 25.

  The dealer pays box 1 $10 (the dealer has 25, over 21).

  Box 1 wins $10.
  The dealer puts the cards into the shoe.
  The dealer burns one card, face down.

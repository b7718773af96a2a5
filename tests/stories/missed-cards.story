
  Free Bet Blackjack, Massachusetts (ma-freebet)
  6 decks, dealer stands on soft 17, dealer 22 pushes, $5 to $500

  The dealer puts the cards into the shoe.
  The dealer burns one card, face down.
  Betting opens.
  Box 1 bets $10.
  Box 2 bets $10.
  The dealer calls "No more bets."

  The dealer passed over box 1 in the deal. The hand is dead.
  Box 1 gets $10 back: the hand is dead.
  Box 2 is dealt 9♥.
  The dealer is dealt 6♦.
  Box 2 is dealt 8♣: 9♥ 8♣, 17.
  The dealer is dealt a card face down.
  Box 2 stands on 17.

  The dealer turns the hole card, K♥: 6♦ K♥, 16.
  The dealer draws 9♠: 6♦ K♥ 9♠, 25.

  The dealer pays box 2 $10 (the dealer has 25, over 21).

  Box 1 comes out even.
  Box 2 wins $10.

  Round 2

  Betting opens.
  Box 1 bets $10.
  Box 2 bets $10.
  The dealer calls "No more bets."

      Dealer   6♦            6
      Box 1    5♥            5
      Box 2    9♥            9

  The dealer gave box 1 one card only. The player takes the second card after all others.
  Box 2 is dealt 8♣: 9♥ 8♣, 17.
  Box 1 is dealt 4♣: 5♥ 4♣, 9.
  The dealer is dealt a card face down.
  Box 1 stands on 9.
  Box 2 stands on 17.

  The dealer turns the hole card, K♥: 6♦ K♥, 16.
  The dealer draws 9♠: 6♦ K♥ 9♠, 25.

  The dealer pays box 2 $10 (the dealer has 25, over 21).
  The dealer pays box 1 $10 (the dealer has 25, over 21).

  Box 1 wins $10.
  Box 2 wins $10.

  Round 3

  Betting opens.
  Box 1 bets $10.
  Box 2 bets $10.
  The dealer calls "No more bets."

      Dealer   6♦ ▒▒         shows 6
      Box 1    5♥ 4♣         9
      Box 2    9♥ 8♣         17

  Box 1 asks for a card.
  The dealer missed the card of box 1. The player takes it after all other players.
  Box 2 stands on 17.
  Box 1 draws T♠: 5♥ 4♣ T♠, 19.
  Box 1 stands on 19.

  The dealer turns the hole card, K♥: 6♦ K♥, 16.
  The dealer draws 9♠: 6♦ K♥ 9♠, 25.

  The dealer pays box 2 $10 (the dealer has 25, over 21).
  The dealer pays box 1 $10 (the dealer has 25, over 21).

  Box 1 wins $10.
  Box 2 wins $10.

  Round 4

  Betting opens.
  Box 1 bets $10.
  Box 2 bets $10.
  The dealer calls "No more bets."

      Dealer   6♦ ▒▒         shows 6
      Box 1    5♥ 4♣         9
      Box 2    9♥ 8♣         17

  Box 1 asks for a card.
  The dealer missed the card of box 1. The player does not take it late: the hand is dead.
  Box 1 gets $10 back: the hand is dead.
  Box 2 stands on 17.

  The dealer turns the hole card, K♥: 6♦ K♥, 16.
  The dealer draws 9♠: 6♦ K♥ 9♠, 25.

  The dealer pays box 2 $10 (the dealer has 25, over 21).

  Box 1 comes out even.
  Box 2 wins $10.

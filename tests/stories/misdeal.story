
  Free Bet Blackjack, Massachusetts (ma-freebet)
  6 decks, dealer stands on soft 17, dealer 22 pushes, $5 to $500

  The dealer puts the cards into the shoe.
  The dealer burns one card, face down.
  Betting opens.
  Box 1 bets $10.
  Box 2 bets $10.
  The dealer calls "No more bets."

      Box 1    5♥            5

  The dealer deals 9♥ to the wrong place. It cannot go back: it goes forward to the next hand.
  Box 2 is dealt 9♥.
  The dealer is dealt 6♦.
  Box 1 is dealt 4♣: 5♥ 4♣, 9.
  Box 2 is dealt 8♣: 9♥ 8♣, 17.
  The dealer is dealt a card face down.
  Box 1 hits and draws Q♠: 5♥ 4♣ Q♠, 19.
  Box 1 stands on 19.
  The player of box 2 wants to be let out of the hand because of the misdeal.
  The dealer calls a floorperson, who must confirm it.
  A floorperson lets box 2 out of the hand.
  Box 2 gets $10 back: the hand is dead.

  The dealer turns the hole card, K♥: 6♦ K♥, 16.
  The dealer draws 9♠: 6♦ K♥ 9♠, 25.

  The dealer pays box 1 $10 (the dealer has 25, over 21).

  Box 1 wins $10.
  Box 2 comes out even.

  Round 2

  Betting opens.
  Box 1 bets $10.
  The dealer calls "No more bets."

      Dealer   5♥ ▒▒         shows 5
      Box 1    8♠ 6♦         14

  Box 1 asks for a card.
  The dealer deals K♥ to the wrong place. It cannot go back: it will be the dealer's next card.
  Box 1 draws 5♠: 8♠ 6♦ 5♠, 19.
  Box 1 stands on 19.

  The dealer turns the hole card, 4♣: 5♥ 4♣, 9.
  The dealer takes the K♥ that was drawn earlier: 5♥ 4♣ K♥, 19.

  Box 1 takes $10 back (19 against 19).

  Box 1 comes out even.

  Round 3

  Betting opens.
  Box 1 bets $10.
  The dealer calls "No more bets."

      Dealer   5♥ ▒▒         shows 5
      Box 1    K♠ 6♦         16

  Box 1 asks for a card.
  The dealer deals K♥ to the wrong place. It cannot go back and is not used.
  K♥ goes to the discard rack.
  Box 1 draws 2♠: K♠ 6♦ 2♠, 18.
  Box 1 stands on 18.

  The dealer turns the hole card, 4♣: 5♥ 4♣, 9.
  The dealer draws 9♠: 5♥ 4♣ 9♠, 18.

  Box 1 takes $10 back (18 against 18).

  Box 1 comes out even.


  Free Bet Blackjack, Massachusetts (ma-freebet)
  6 decks, dealer stands on soft 17, dealer 22 pushes, $5 to $500

  A player takes box 2.
  A player takes box 3.
  6 decks come to the table.
  The dealer inspects the cards.
  A supervisor verifies the inspection.
  The dealer spreads the cards face up, by deck, suit and sequence.
  The dealer invites box 2 to look at the cards.
  Box 2 looks at the cards, and the dealer turns them face down.
  The dealer washes the cards.
  The dealer stacks the cards.
  The dealer riffles the cards.
  The dealer riffles the cards.
  The dealer turns one half of the cards around.
  The dealer riffles the cards.
  The dealer strips the cards.
  The dealer cuts the cards, and the shuffle is done.
  The dealer offers box 2 the cut.
  Box 2 refuses the cut.
  The dealer offers box 3 the cut.
  Box 3 cuts: 60 cards go from the top to the bottom.
  A floorperson does not accept the cut: the cards are cut again.
  The dealer offers box 3 the cut.
  Box 3 cuts: 52 cards go from the top to the bottom.
  The dealer inserts the cover card in front of the last 305 cards.
  The dealer puts the cards into the shoe.
  The dealer burns one card, face down.

  Betting opens.
  Box 2 bets $10.
  Box 3 bets $10.
  The dealer calls "No more bets."

      Dealer   6♦ ▒▒         shows 6
      Box 2    T♥ 6♠         16
      Box 3    5♥ 4♣         9

  Box 2 asks for a card.
  The cover card comes out instead of the card for box 2: the shoe ends with this round.
  Box 2 draws 2♦: T♥ 6♠ 2♦, 18.
  Box 2 stands on 18.
  Box 3 stands on 9.

  The dealer turns the hole card, K♥: 6♦ K♥, 16.
  The dealer draws 9♠: 6♦ K♥ 9♠, 25.

  The dealer pays box 3 $10 (the dealer has 25, over 21).
  The dealer pays box 2 $10 (the dealer has 25, over 21).

  Box 2 wins $10.
  Box 3 wins $10.

  The dealer empties the shoe and counts 311 cards.
  The count is wrong: 311 cards. Play stops until the decks are changed.
  All decks leave the table and are replaced.

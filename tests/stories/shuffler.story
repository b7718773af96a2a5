
  Free Bet Blackjack, Massachusetts (ma-freebet)
  6 decks, dealer stands on soft 17, dealer 22 pushes, $5 to $500

  A player takes box 2.
  6 decks come to the table: batch A.
  The dealer inspects the cards.
  A supervisor verifies the inspection.
  The dealer spreads the cards face up, by deck, suit and sequence.
  The dealer invites box 2 to look at the cards.
  Box 2 looks at the cards, and the dealer turns them face down.
  The dealer washes the cards.
  The dealer stacks the cards.
  The shuffler stops before batch A is shuffled: it must be shuffled again.
  The shuffler shuffles batch A.
  6 decks come to the table: batch B.
  The dealer inspects the cards.
  A supervisor verifies the inspection.
  The dealer spreads the cards face up, by deck, suit and sequence.
  The dealer invites box 2 to look at the cards.
  Box 2 looks at the cards, and the dealer turns them face down.
  The dealer washes the cards.
  The dealer stacks the cards.
  The shuffler shuffles batch B.
  Batch A comes out of the shuffler.
  The dealer offers box 2 the cut.
  Box 2 cuts: 52 cards go from the top to the bottom.
  The dealer inserts the cover card in front of the last 78 cards.
  The dealer puts the cards into the shoe.
  The dealer burns one card, face down.
  A floorperson orders a shuffle.

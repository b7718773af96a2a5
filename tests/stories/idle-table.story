
  Free Bet Blackjack, Massachusetts (ma-freebet)
  6 decks, dealer stands on soft 17, dealer 22 pushes, $5 to $500

  A player takes box 2.
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
  Box 2 cuts: 52 cards go from the top to the bottom.
  The dealer inserts the cover card in front of the last 78 cards.
  The dealer puts the cards into the shoe.
  The dealer burns one card, face down.

  Betting opens.
  Box 2 bets $10.
  The dealer calls "No more bets."

      Dealer   6♦ ▒▒         shows 6
      Box 2    T♥ 9♣         19

  Box 2 stands on 19.

  The dealer turns the hole card, K♥: 6♦ K♥, 16.
  The dealer draws 2♠: 6♦ K♥ 2♠, 18.

  The dealer pays box 2 $10 (19 against 18).

  Box 2 wins $10.

  The player of box 2 leaves.
  No player is at the table: the dealer spreads the cards face up.
  A player takes box 6.
  The dealer invites box 6 to look at the cards.
  Box 6 looks at the cards, and the dealer turns them face down.
  The dealer washes the cards.
  The dealer stacks the cards.
  The dealer riffles the cards.
  The dealer riffles the cards.
  The dealer turns one half of the cards around.
  The dealer riffles the cards.
  The dealer strips the cards.
  The dealer cuts the cards, and the shuffle is done.
  The dealer offers box 6 the cut.

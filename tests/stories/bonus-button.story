
  Blackjack, Massachusetts (ma-blackjack)
  6 decks, dealer stands on soft 17, $5 to $500

  The dealer puts the cards into the shoe.
  The dealer burns one card, face down.
  Betting opens.
  Box 1 bets $10.
  Box 1 bets $5 on Blackjack Bonus.
  Box 2 bets $10.
  Box 2 bets $5 on Blackjack Bonus.
  Box 3 bets $10.
  Box 3 bets $5 on Blackjack Bonus.
  The dealer calls "No more bets."

      Dealer   6♦ ▒▒         shows 6
      Box 1    A♥ K♥         blackjack
      Box 2    A♦ K♦         blackjack
      Box 3    A♠ K♠         blackjack

  The cards of box 3 stay, tucked under a wager.
  Blackjack Bonus of box 3 wins (blackjack with $5); the button will show how much, after all other wagers.
  The cards of box 2 stay, tucked under a wager.
  Blackjack Bonus of box 2 wins (blackjack with $5); the button will show how much, after all other wagers.
  The cards of box 1 stay, tucked under a wager.
  Blackjack Bonus of box 1 wins (blackjack with $5); the button will show how much, after all other wagers.
  Box 1 has a blackjack.
  The dealer pays box 1 $15 (blackjack).
  Box 2 has a blackjack.
  The dealer pays box 2 $15 (blackjack).
  Box 3 has a blackjack.
  The dealer pays box 3 $15 (blackjack).

  The dealer turns the hole card, T♣: 6♦ T♣, 16.

  Box 1 presses the button, and the display shows $99.50 for Blackjack Bonus.
  The dealer verifies the cards of box 1 and announces $99.50.
  The dealer pays box 1 $99.50 on Blackjack Bonus.
  Box 2 presses the button, and the display shows $250 for Blackjack Bonus.
  The dealer calls a supervisor to confirm $250 for box 2 on Blackjack Bonus.
  A supervisor confirms $250 for box 2 on Blackjack Bonus.
  The dealer pays box 2 $250 on Blackjack Bonus.
  The display shows no amount for box 3, and none can be found.
  The dealer calls a supervisor, who must confirm it.
  A supervisor confirms it: the wager pays 21 to 1.
  The dealer pays box 3 $105 on Blackjack Bonus.

  Box 1 wins $114.50.
  Box 2 wins $265.
  Box 3 wins $120.

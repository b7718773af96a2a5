
  Blackjack, Massachusetts (ma-blackjack)
  8 decks, dealer stands on soft 17, $5 to $500

  The dealer puts the cards into the shoe.
  The dealer burns one card, face down.
  Betting opens.
  Box 1 bets $10.
  Box 1 bets $5 on Super 4 Progressive.
  The light of box 1 shows the Super 4 Progressive wager.
  Box 2 bets $10.
  Box 2 bets $5 on Super 4 Progressive.
  The light of box 2 shows the Super 4 Progressive wager.
  Box 3 bets $10.
  The dealer calls "No more bets."
  The dealer presses START GAME: progressive wagers are locked.

      Dealer   A♦ ▒▒         shows an ace
      Box 1    K♦ J♦         20
      Box 2    9♠ 9♣         18
      Box 3    8♣ T♥         18

  The dealer shows an ace and offers insurance.
  The dealer puts the hole card into the card reader, face down.
  The card reader says: blackjack.

  The dealer turns the hole card, Q♦: A♦ Q♦, blackjack.

  The dealer takes $10 from box 3 (dealer blackjack).
  The dealer takes $10 from box 2 (dealer blackjack).
  Super 4 Progressive of box 2 wins $50: pair.
  The dealer takes $5 from box 2 on Super 4 Progressive.
  The dealer pays box 2 $50 on Super 4 Progressive.
  The dealer takes $10 from box 1 (dealer blackjack).
  Super 4 Progressive of box 1 wins 100 % of a meter: A-K-Q-J of the chosen suit.
  The dealer presses the hand button for box 1, 100 % of the meter super4, and calls a supervisor.
  A supervisor verifies the cards and the light of box 1 and confirms $10,001.
  A supervisor completes the award with a card: $10,001 from the meter super4, which now shows $10,000.
  Super 4 Progressive of box 1 wins $10,001: A-K-Q-J of the chosen suit.
  The dealer takes $5 from box 1 on Super 4 Progressive.
  The dealer pays box 1 $10,001 on Super 4 Progressive.
  The dealer pays box 2 $3,000, envy: box 1 won on Super 4 Progressive.
  The dealer presses END GAME: the progressive system is ready for the next round.

  Box 1 wins $9,986.
  Box 2 wins $3,035.
  Box 3 loses $10.

  Blackjack, Massachusetts (ma-blackjack)
  6 decks, dealer stands on soft 17, $5 to $500

  The dealer puts the cards into the shoe.
  The dealer burns one card, face down.
  Betting opens.
  Box 1 bets $10.
  Box 1 bets $5 on Super 4 Progressive.
  The light of box 1 shows the Super 4 Progressive wager.
  Box 2 bets $10.
  Box 2 bets $5 on Super 4 Progressive.
  The light of box 2 shows the Super 4 Progressive wager.
  The dealer calls "No more bets."
  The dealer presses START GAME: progressive wagers are locked.

      Dealer   7♦ ▒▒         shows 7
      Box 1    K♦ 9♦         19
      Box 2    9♠ 9♣         18

  Box 1 stands on 19.
  Box 2 stands on 18.

  The dealer turns the hole card, T♦: 7♦ T♦, 17.

  The dealer takes $5 from box 2 on Super 4 Progressive (no blackjack, no ace up).
  The dealer takes $5 from box 1 on Super 4 Progressive (no blackjack, no ace up).
  The dealer pays box 2 $10 (18 against 17).
  The dealer pays box 1 $10 (19 against 17).
  The dealer presses END GAME: the progressive system is ready for the next round.

  Box 1 wins $5.
  Box 2 wins $5.
  The meter super4.musthit has come to its hidden amount, $200; it starts again at $100.20.
  The sensor of box 2 lights: chance has drawn it for the must-hit prize.
  Box 2 wins the must-hit prize of Super 4 Progressive, $200.
  The dealer pays box 2 $200, the must-hit prize.
  With that, box 2 wins $205 in this round.

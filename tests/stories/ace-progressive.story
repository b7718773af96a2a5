
  Blackjack, Massachusetts (ma-blackjack-nohole)
  6 decks, dealer stands on soft 17, $5 to $500

  The dealer puts the cards into the shoe.
  The dealer burns one card, face down.
  Betting opens.
  Box 1 bets $10.
  Box 1 bets $1 on Ace Progressive.
  The light of box 1 shows the Ace Progressive wager.
  Box 2 bets $10.
  Box 2 bets $1 on Ace Progressive.
  The light of box 2 shows the Ace Progressive wager.
  Box 3 bets $10.
  Box 3 bets $1 on Ace Progressive.
  The light of box 3 shows the Ace Progressive wager.
  The dealer calls "No more bets."
  The dealer presses START GAME: progressive wagers are locked.

      Dealer   7♦            7
      Box 1    A♥ A♦         soft 12
      Box 2    A♠ A♣         soft 12
      Box 3    9♥ A♣         soft 20

  Box 1 hits and draws A♥: A♥ A♦ A♥, soft 13.
  Box 1 hits and draws A♦: A♥ A♦ A♥ A♦, soft 14.
  Box 1 stands on soft 14.
  Box 2 hits and draws A♠: A♠ A♣ A♠, soft 13.
  Box 2 hits and draws A♣: A♠ A♣ A♠ A♣, soft 14.
  Box 2 stands on soft 14.
  Box 3 stands on soft 20.

  The dealer calls "Dealer's card."
  The dealer draws T♣: 7♦ T♣, 17.

  The dealer takes $1 from box 3 on Ace Progressive (fewer than two aces).
  The dealer takes $10 from box 2 (14 against 17).
  The dealer takes $10 from box 1 (14 against 17).
  The dealer pays box 3 $10 (20 against 17).
  The dealer verifies the winning cards of box 2 for Ace Progressive.
  Ace Progressive of box 2 wins 100 % of a meter: four aces, one colour.
  The dealer verifies the winning cards of box 1 for Ace Progressive.
  Ace Progressive of box 1 wins 100 % of a meter: four aces, one colour.
  The dealer presses the hand button for box 2, 100 % of the meter aces, and calls a supervisor.
  The dealer presses the hand button for box 1, 100 % of the meter aces, and calls a supervisor.
  A supervisor verifies the cards and the light of box 2 and confirms $3,501.05.
  A supervisor verifies the cards and the light of box 1 and confirms $3,501.05.
  A supervisor completes the award with a card: $3,501.05 from the meter aces, which now shows $3,501.05.
  Ace Progressive of box 2 wins $3,501.05: four aces, one colour.
  The dealer takes $1 from box 2 on Ace Progressive.
  The dealer pays box 2 $3,501.05 on Ace Progressive.
  A supervisor completes the award with a card: $3,501.05 from the meter aces, which now shows $5,000.
  Ace Progressive of box 1 wins $3,501.05: four aces, one colour.
  The dealer takes $1 from box 1 on Ace Progressive.
  The dealer pays box 1 $3,501.05 on Ace Progressive.
  The dealer presses END GAME: the progressive system is ready for the next round.

  Box 1 wins $3,490.05.
  Box 2 wins $3,490.05.
  Box 3 wins $9.

  Round 2

  Betting opens.
  Box 1 bets $10.
  Box 1 bets $1 on Ace Progressive.
  The light of box 1 shows the Ace Progressive wager.
  Box 2 bets $10.
  Box 2 bets $1 on Ace Progressive.
  The light of box 2 shows the Ace Progressive wager.
  Box 3 bets $10.
  Box 3 bets $1 on Ace Progressive.
  The light of box 3 shows the Ace Progressive wager.
  The dealer calls "No more bets."
  The dealer presses START GAME: progressive wagers are locked.

      Dealer   7♦            7
      Box 1    A♥ A♣         soft 12
      Box 2    9♣ 8♣         17
      Box 3    A♥ A♥         soft 12

  Box 1 stands on soft 12.
  Box 2 stands on 17.
  Box 3 stands on soft 12.

  The dealer calls "Dealer's card."
  The dealer draws T♣: 7♦ T♣, 17.

  The dealer takes $10 from box 3 (12 against 17).
  The dealer takes $1 from box 2 on Ace Progressive (fewer than two aces).
  The dealer takes $10 from box 1 (12 against 17).
  The dealer verifies the winning cards of box 3 for Ace Progressive.
  Ace Progressive of box 3 wins (two aces, one suit); it is paid once a supervisor has confirmed it.
  Box 2 takes $10 back (17 against 17).
  The dealer verifies the winning cards of box 1 for Ace Progressive.
  Ace Progressive of box 1 wins (two aces); it is paid once a supervisor has confirmed it.
  The dealer calls a supervisor to confirm $100 for box 3 on Ace Progressive.
  A supervisor confirms $100 for box 3 on Ace Progressive.
  Ace Progressive of box 3 wins $100: two aces, one suit.
  The dealer takes $1 from box 3 on Ace Progressive.
  The dealer pays box 3 $100 on Ace Progressive.
  The dealer calls a supervisor to confirm $25 for box 1 on Ace Progressive.
  An executive confirms $25 for box 1 on Ace Progressive.
  Ace Progressive of box 1 wins $25: two aces.
  The dealer takes $1 from box 1 on Ace Progressive.
  The dealer pays box 1 $25 on Ace Progressive.
  The dealer presses END GAME: the progressive system is ready for the next round.

  Box 1 wins $14.
  Box 2 loses $1.
  Box 3 wins $89.

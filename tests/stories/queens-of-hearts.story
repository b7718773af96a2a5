
  Blackjack, Massachusetts (ma-blackjack)
  6 decks, dealer stands on soft 17, $5 to $500

  The dealer puts the cards into the shoe.
  The dealer burns one card, face down.
  Betting opens.
  Box 1 bets $10.
  Box 2 bets $10.
  Box 2 bets $5 on Twenty Point Bonus.
  The dealer calls "No more bets."

      Dealer   K♣ ▒▒         shows 10
      Box 1    9♥ 8♥         17
      Box 2    Q♥ Q♥         20

  Twenty Point Bonus of box 2 waits: further cards decide what it wins.
  The dealer puts the hole card into the card reader, face down.
  The card reader says: no blackjack.
  Twenty Point Bonus of box 2 wins (two queens of hearts); it is paid once a floorperson has confirmed it.
  The dealer calls a floorperson to confirm $625 for box 2 on Twenty Point Bonus.
  A floorperson confirms $625 for box 2 on Twenty Point Bonus.
  Twenty Point Bonus of box 2 wins $625: two queens of hearts.
  The dealer pays box 2 $625 on Twenty Point Bonus.
  Box 1 hits and draws 2♣: 9♥ 8♥ 2♣, 19.
  Box 1 stands on 19.
  Box 2 stands on 20.

  The dealer turns the hole card, 7♠: K♣ 7♠, 17.

  The dealer pays box 2 $10 (20 against 17).
  The dealer pays box 1 $10 (19 against 17).

  Box 1 wins $10.
  Box 2 wins $635.

  Round 2

  Betting opens.
  Box 1 bets $10.
  Box 1 bets $5 on Twenty Point Bonus.
  Box 2 bets $10.
  The dealer calls "No more bets."

      Dealer   K♣ ▒▒         shows 10
      Box 1    Q♥ Q♥         20
      Box 2    9♦ 8♥         17

  Twenty Point Bonus of box 1 waits: further cards decide what it wins.
  The dealer puts the hole card into the card reader, face down.
  The card reader says: blackjack.

  The dealer turns the hole card, A♠: K♣ A♠, blackjack.

  The dealer takes $10 from box 2 (dealer blackjack).
  The dealer takes $10 from box 1 (dealer blackjack).
  Twenty Point Bonus of box 1 wins (two queens of hearts, dealer blackjack); it is paid once a floorperson has confirmed it.
  The dealer calls a floorperson to confirm $5,000 for box 1 on Twenty Point Bonus.
  A floorperson confirms $5,000 for box 1 on Twenty Point Bonus.
  Twenty Point Bonus of box 1 wins $5,000: two queens of hearts, dealer blackjack.
  The dealer pays box 1 $5,000 on Twenty Point Bonus.

  Box 1 wins $4,990.
  Box 2 loses $10.

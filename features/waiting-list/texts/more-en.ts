/** Somebody with a place waits for more of what is sold out. */
export const moreEn = {
  mails: {
    waitingForMore: {
      offered: {
        subject: 'It is your turn: what you waited for is free',
        paragraphs: [
          'You are in line for what is below, and now it is free. It is kept for you until the time below.',
          'The link leads to a page on which you add it to your registration and pay it, or pass it on to the next person.',
        ],
        button: 'View the offer',
      },
      ended: {
        subject: 'Your offer has ended',
        lapsed: [
          'We had kept what is below for you, and the time to take it is over. It was passed on to the next person. Your registration is as before.',
          'If you still want it, you can wait again on the page of your registration.',
        ],
        closed: [
          'We had kept what is below for you. In the meantime its sale has ended, so it cannot be added any more. Your registration is as before.',
        ],
      },
      labels: {
        more: 'What you wait for',
        costs: 'Costs',
        offeredUntil: 'Kept for you until',
      },
    },
  },
  yourRegistration: {
    waitingForMore: {
      // The heading of the part of the own page.
      heading: 'Sold out? Wait for it',
      offer: 'Something sold out that you would like to have? Get in line for it.',
      open: 'See what is sold out',
      openOffer: 'View the offer',
      // In place of the heading.
      waiting: 'You are in line',
      offered: 'It is your turn',
      title: 'Wait for what is sold out',
      titleOf: 'Wait for {person}',
      intro:
        'What becomes free is offered to one person after the other, in the order of asking, for {hours} hours each. Waiting costs nothing, and you can stop at any time.',
      nothing: 'Nothing that you could have is sold out at the moment.',
      inLine: 'In line for: {more}',
      position: 'Your place in the queue: {position}',
      kept: 'Kept for you until {until}: {more}',
      leave: 'Stop waiting',
      take: 'Add it to the registration',
      takeNote: 'The next step says what it costs; nothing changes before you agree to it.',
      decline: 'No thanks, pass it on',
      what: 'What is sold out',
      howMany: 'How many',
      ask: 'Get in line',
    },
  },
};

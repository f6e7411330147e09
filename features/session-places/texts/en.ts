export const en = {
  yourRegistration: {
    // Items of the agenda with `places`: a part of the participant's page, and the page with all of them.
    sessions: {
      heading: 'Sessions with limited places',
      intro:
        'These sessions have a limited number of places. Please give back a place that you do not need: the next person on the waiting list gets it.',
      // In a mail, as the last of a list: "On this page you can cancel and …".
      purpose: 'sign up for sessions with limited places',
      none: 'You have not signed up for a session yet.',
      link: 'See the sessions and sign up',
      linkLater: 'See the sessions',
      back: 'Back to your registration',
      // The state of a session for its reader; {n} is a number, {until} and {from} are moments.
      placed: 'You have a place.',
      waiting: 'You are number {n} on the waiting list.',
      waitingFirst: 'You are the first on the waiting list.',
      waitingOver: 'You were on the waiting list and got no place.',
      left: '{n} of {places} places are left.',
      full: 'All {places} places are taken.',
      fullWaiting: 'All {places} places are taken; people waiting: {n}.',
      until: 'You can sign up until {until}.',
      opens: 'You can sign up from {from}.',
      closed: 'Sign-up is closed.',
      clash: 'At the same time: {sessions}.',
      // The buttons; with {sessions} if the reader gives up others at the same time.
      signUp: 'Sign up',
      swap: 'Sign up, and give back {sessions}',
      wait: 'Join the waiting list',
      waitAndSwap: 'Join the waiting list, and give back {sessions}',
      giveBack: 'Give back the place',
      leave: 'Leave the waiting list',
      // After a press that did not give a place.
      done: {
        waiting:
          'You are on the waiting list. If a place becomes free and it is your turn, it is yours, and you get an email.',
        givenBack: 'You have given it back.',
        full: 'Somebody else has just taken the last place. You can join the waiting list.',
        changed:
          'Something has changed meanwhile. Please look again, and repeat what you still want.',
        closed: 'You cannot sign up now.',
      },
    },
  },
  mails: {
    // To the first person on the waiting list of a session, who has the place from now on.
    sessionPlace: {
      subject: 'You have a place in a session',
      paragraphs: [
        'A place has become free in a session for which you waited. You were the first on the list, so it is yours: you need not do anything.',
        'If you do not need it any more, please give it back with the link below, so that the next person gets it.',
      ],
      button: 'See or give back the place',
      labels: { session: 'Session', time: 'Time', room: 'Room' },
    },
  },
};

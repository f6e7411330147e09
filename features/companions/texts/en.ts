export const en = {
  mails: {
    // In the mail about a confirmed place, if places for companions are part of it. The button leads to the page.
    companionsToName:
      'Please enter the names of the people who come with you on the page of your registration. Each of them has a badge.',
  },
  yourRegistration: {
    // The people who come with a participant.
    companions: {
      heading: 'People who come with you',
      intro:
        'Each of them gets a badge with a code of its own, and checks in with it. We write to you only, never to them.',
      until: 'You can change the names until {until}.',
      over: 'The names can be changed no more here. Please write to the conference office.',
      name: 'Person {n}',
      // The type of participation on badges.
      type: 'Accompanying person',
      // Behind the name, with the text of the code.
      code: 'Badge {code}',
      present: 'has arrived',
      empty: 'no name yet',
      noPlace: 'no place any more: please empty the name of whoever does not come',
      note: 'To take a person off, empty the name. What we know about this person is then deleted.',
      agreed: 'Please ask them whether they agree that you tell us this.',
      save: 'Save the names',
      saved: 'The names are saved.',
      stale:
        'The names were changed in another window meanwhile, so nothing was saved just now. Below is how they are now.',
      refused: 'Nothing was saved. Please check the marked entries.',
      tooMany: 'These are more names than places. Please empty the others.',
      unreadable: 'Please enter the name, in plain letters.',
    },
  },
};

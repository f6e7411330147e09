export const en = {
  yourAbstract: {
    // The page of a judge of posters (`judging` of abstracts.posters in conference.yaml), behind the link in a mail.
    judging: {
      title: 'Posters to judge',
      intro:
        'Please look at these posters, and type a whole number for each criterion. Nobody is named here, so that no name decides. If you should not judge one, press one of the buttons below it; you need not give a reason.',
      progress: '{done} of {wanted} posters are judged.',
      // `from` and `until` have the words of a moment: “on May 29, 2026 at 18:00”.
      before: 'Judging opens {from}.',
      open: 'You can type and change numbers until it closes {until}.',
      over: 'Judging closed {until}. These numbers count:',
      none: 'No poster waits for you.',
      // Behind the title of a poster without numbers.
      toDo: 'to judge',
      // The sheet of a judge, which comes back by mail: the headings of its columns, and what explains them.
      sheet: {
        columns: {
          number: 'Number',
          title: 'Title',
          topic: 'Topic',
          board: 'Board',
          judge: 'Judge',
        },
        column: 'Column',
        meaning: 'Meaning',
        rows: 'Rows',
        rowsNote:
          'Please give a poster all scores, or leave its row empty if you should not judge it.',
        return: 'Return',
        returnNote:
          'Please keep the columns “{number}” and “{judge}”, and send the file back as XLSX.',
      },
      scale: 'From 1 (worst) to {best} (best)',
      save: 'Save',
      // Buttons below a poster, and the words behind its title afterwards.
      conflict: 'I have a conflict of interest',
      field: 'Not my field',
      givenBack: 'given back',
      takeBack: 'I can judge it after all',
      stranger: {
        link: 'This is not me',
        heading: 'This page is about {person}. Is that not you?',
        intro:
          'If this mail was not meant for you: one press ends the link, and the chair learns of it. Nothing else happens.',
        act: 'End this link',
        // An address follows.
        done: 'The link has ended, and the chair knows. Thank you, and please delete the mail. Questions are answered by',
      },
      done: {
        saved: 'Your numbers for {number} are saved.',
        emptied: '{number} has no numbers of yours any more.',
        givenBack: 'Thank you for saying so. {number} waits for somebody else.',
        takenBack: '{number} is yours again.',
      },
      mistakes: {
        number: 'Please type a whole number from 1 to {best}.',
        missing: 'Please type all numbers of this poster, or none.',
      },
      changed:
        'Other numbers were saved for this poster meanwhile, in another window. They are below.',
      gone: 'You do not judge this poster any more.',
      notFound:
        'This link opens nothing. A newer mail may have another one. If not, please write to',
    },
  },
  mails: {
    // To a judge of posters, with the link to the own page.
    judgeLink: {
      subject: 'Posters for you to judge',
      paragraphs: [
        'Thank you for judging posters. The link below opens your page with the posters that you look at, and a field for each number. It works on a phone.',
        'The link is yours alone: whoever has it can judge in your name.',
      ],
      posters: 'Posters',
      button: 'Open your page',
    },
  },
};

export const en = {
  mails: {
    // The link to the survey after the conference (`survey` in conference.yaml), and a reminder to anyone who has not answered.
    surveyInvitation: {
      subject: 'How was the conference?',
      paragraphs: [
        'Thank you for having been with us. Please tell us in a few minutes what was good and what we should do better.',
        'The link is yours alone, and you can answer once.',
      ],
      button: 'Answer the survey',
    },
    surveyReminder: {
      subject: 'How was the conference?',
      paragraphs: [
        'We would still like to know how the conference was for you. We remind you only this once.',
      ],
      button: 'Answer the survey',
    },
  },
  yourRegistration: {
    // The survey: its part of the page of a registration, and the page behind the link in the mail.
    survey: {
      title: 'How was the conference?',
      toDo: 'Please tell us in a few minutes what was good and what we should do better.',
      open: 'Answer the survey',
      intro: 'Thank you for having been with us. Your answers help us to do better next time.',
      anonymous:
        'Your answers are stored without your name and without a time, each by itself. Beside them we keep only that your link was used. Organisers read them after the end of the survey, and only if at least five people have answered a question.',
      named: 'Your answers are stored with your name, and organisers read them.',
      // `until` has the words of the end.
      until: 'The survey closes {until}.',
      required: 'Questions with an asterisk need an answer.',
      noAnswer: 'No answer',
      send: 'Send my answers',
      refused: 'Please check the questions below. Nothing was saved yet.',
      missing: 'Please answer this question.',
      tooLong: 'Please write at most {most} characters.',
      unusable: 'This text has characters that cannot be stored. Please type it again.',
      notOffered: 'Please choose one of the answers.',
      thanks: 'Thank you. Your answers have arrived, and nobody can change them any more.',
      before: 'The survey opens {from}.',
      over: 'The survey closed {until}. If you would still like to tell us something, please write to',
      notFound: 'This link is incomplete. Please copy the whole link from the mail, or write to',
      declineIntro: 'You would rather not answer?',
      decline: 'Send me no reminder',
      declined: 'You get no reminder. You can still answer.',
      back: 'Back to the survey',
      // A few words to the speaker of a contribution.
      words: {
        heading: 'A word to a speaker',
        intro:
          'Would you like to say something to the speaker of a talk or a poster? Only they read it, on the page of their abstract. Organisers see only how many people wrote.',
        contribution: 'Talk or poster',
        choose: 'Please choose',
        words: 'Your words',
        note: 'At most {most} characters. You can write once about each contribution.',
        sign: 'Sign with my name',
        signNote:
          'Without it the speaker does not learn who wrote. The server keeps your name beside your words in any case, so that nobody can misuse this.',
        send: 'Send to the speaker',
        sent: 'Thank you. The speaker now finds your words on the page of the abstract.',
        twice: 'You have written about this contribution already.',
        gone: 'This contribution can no longer be chosen.',
        written: 'You have written about',
        // Before the reason of the organiser.
        takenAway: 'Taken away by the organisers:',
      },
    },
  },
  yourAbstract: {
    // On the page of the abstract.
    talkWords: {
      heading: 'Words to your contribution',
      intro:
        'Participants wrote this to you after the conference. Nobody else reads it. If something is out of place, write to us with its number, and we take it away.',
      unsigned: 'A participant',
      number: 'No. {number}',
    },
  },
};

export const en = {
  mails: {
    // To authors of abstracts, by themselves on the days below. The mails name the abstract and the deadline, and all but
    // the last lead to its page.
    authorReminder: {
      answer: {
        subject: 'Please tell us whether you will present',
        paragraphs: [
          'Your abstract below is accepted, and you have not told us yet whether you will present it. Please answer before the deadline, so that we can plan the programme.',
          'If you cannot come, please withdraw on the same page, so that somebody else can have your time.',
        ],
        button: 'Answer',
      },
      details: {
        subject: 'Title and authors of your abstract',
        paragraphs: [
          'The title and the authors of the abstract below are still missing. Please enter them on its page before the deadline, just as they should appear in the programme.',
        ],
        button: 'Open your abstract',
      },
      finalVersion: {
        subject: 'Final version of your abstract',
        paragraphs: [
          'We have not received the final version of your contribution below yet. Please send it on the page of your abstract before the deadline.',
        ],
        button: 'Send the final version',
      },
      revision: {
        subject: 'Revised version of your abstract',
        paragraphs: [
          'The programme committee has asked you for a revised version of the abstract below, and we have not received it yet. Please send it on the page of your abstract before the deadline.',
        ],
        button: 'Send the revised version',
      },
      registration: {
        subject: 'Please register for the conference',
        paragraphs: [
          'Your abstract below is accepted, and we have found no registration with your name or email address. Please register before the deadline.',
          'If somebody else presents it, or has registered you under another name, please reply to this email.',
        ],
        button: 'Register',
      },
    },
    // Letters that are not about the reader's registration: anyone who does not want them uses the link at their end.
    news: {
      unsubscribe: 'If you do not want letters like this one, unsubscribe here',
      page: {
        title: 'Letters from the conference',
        question:
          'Shall we send no more letters about other things than your own registration or abstract to this address?',
        button: 'Unsubscribe',
        done: 'You are unsubscribed. We will only write to you about your own registration or abstract.',
        notFound:
          'There is nothing to unsubscribe from at this address. Please check that the link is complete.',
      },
    },
  },
};

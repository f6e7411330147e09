export const en = {
  mails: {
    // The waiting list: its mails, and the pages to which they lead. A visitor who finds the form sold out joins it on the
    // first of these pages. A place that becomes free is offered to one person after the other, for 48 hours each.
    waitingList: {
      // To a person who has joined; the place in the queue is in the table.
      joined: {
        subject: 'You are on the waiting list',
        paragraphs: [
          'You are on the waiting list for the choice below.',
          'As soon as it is free for you, you get an email with an offer, and have 48 hours to take it. Until then there is nothing to do, and nothing to pay.',
          'If you no longer want the place, please leave the list with the link. If you did not join it, somebody entered your address by mistake, and the same link removes it.',
        ],
        button: 'Leave the list',
      },
      offered: {
        subject: 'A place is free for you',
        paragraphs: [
          'You are on our waiting list, and now it is your turn. The place below is kept for you until the time below.',
          'The link leads to a page that asks for the rest of your registration, and from there to the payment.',
          'If you no longer want the place, the same page passes it on to the next person.',
        ],
        button: 'View the offer',
      },
      ended: {
        subject: 'Your offer has ended',
        // The offer was not taken in time.
        lapsed: [
          'We had kept the place below for you, and the time to take it is over. It was passed on to the next person.',
          'If you still want to take part, you can join the waiting list again. It is at the registration form.',
        ],
        // The offer was taken, and its order was not paid in time.
        unpaid: [
          'You took the place below, but the payment did not arrive in time. Nothing was charged, and the place was passed on.',
          'If you still want to take part, you can join the waiting list again. It is at the registration form.',
        ],
        // Registration has closed, or the choice is no longer offered.
        closed: [
          'We had kept the place below for you. In the meantime its registration has closed, so it cannot be taken any more.',
          'We are sorry. If you have a question, please reply to this email.',
        ],
      },
      labels: {
        choice: 'Your choice',
        position: 'Your place in the queue',
        offeredUntil: 'Kept for you until',
        // Only if the price changes earlier than that.
        priceUntil: 'Price until',
      },
      // The page on which a visitor joins, and the page behind the link in the first mail.
      page: {
        title: 'Waiting list',
        intro:
          'Your choice, or a part of it, is sold out at the moment. Please leave your name and email address, and we write to you as soon as everything you chose is free.',
        how: 'A place that becomes free is offered to one person after the other, in the order of confirming, for 48 hours each. Joining costs nothing, and you can leave at any time.',
        join: 'Join the waiting list',
        joined:
          'You are on the waiting list. An email to the address that you entered says which place you have in the queue, and has a link to leave the list.',
        // If there are places after all.
        free: 'Your choice is not sold out at the moment. You can register with the form.',
        form: 'Go to the form',
        unknown: 'This address names no choice that we offer. Please choose in the form first.',
        waiting:
          'You are on the waiting list. As soon as your choice is free for you, you get an email.',
        leave: 'Leave the waiting list',
        left: 'You are no longer on the waiting list.',
        ended: 'This entry of the waiting list is over. You can join again from the form.',
        // Above a form with mistakes; the fields say more.
        check: 'Please check the marked fields.',
        // The label of a field that people do not see, against machines that fill in forms.
        hidden: 'Please leave this field empty',
        notFound: 'There is nothing at this address. Please check that the link is complete.',
      },
      // The page behind the link in the mail with the offer.
      offerPage: {
        title: 'A place for you',
        intro: 'This place is kept for you. To take it, please complete your registration and pay.',
        missing: 'Your registration',
        // Below an entry that cannot be read.
        unreadable: 'Please check this entry.',
        take: 'Register and go to the payment',
        note: 'The next page leads to the payment. You can also pay later, until the time above, with the link that we send to you.',
        priceChanged:
          'The price has changed since you opened this page. Please look at it again before you go on.',
        decline: 'No thanks',
        declineNote: 'The place is then offered to the next person at once.',
        taken: 'You have taken this place. It is confirmed when it is paid.',
        payment: 'Go to the payment',
        lapsed:
          'The time of this offer is over, and the place was passed on. You can join the waiting list again from the form.',
        // Before a sentence such as “Registration closed on March 10, 2026.”
        closed: 'This offer has ended:',
        declined: 'The place was passed on to the next person. Thank you for telling us.',
        notFound: 'There is no offer at this address. Please check that the link is complete.',
      },
    },
  },
};

export const en = {
  mails: {
    // Letters for a visa (visa_letter in your-registration.yaml). To the secretary: somebody asks for one. The mail has nothing
    // from the passport.
    visaLetterRequested: {
      subject: 'Visa letter requested',
      paragraphs: [
        'A participant has requested a letter for a visa application. The request waits in To do on your dashboard, where you can read and decide it. At the command line it is the command visa with the reference.',
      ],
    },
    // To the participant. The reason that the secretary gives follows the paragraphs of the second mail.
    visaLetterIssued: {
      subject: 'Your letter for the visa',
      paragraphs: [
        'Your letter is ready. You can download it from the page of your registration.',
        'It has data of your passport, so we do not send it by email. We delete these data {visa_period} from now, and the letter with them; so please download it before that.',
      ],
      button: 'Open your registration',
    },
    visaLetterDeclined: {
      subject: 'Your request for a visa letter',
      paragraphs: [
        'We cannot issue a letter for your visa. The reason is below. If it can be settled, please ask again on the page of your registration.',
      ],
      button: 'Open your registration',
    },
  },
  yourRegistration: {
    // The letter with which a participant applies for a visa. The participant asks for it on the page, you decide (organiser
    // visa, or To do in the dashboard), and the page then has it as PDF. Without this group nobody can ask.
    visaLetter: {
      heading: 'Letter for your visa',
      intro:
        'If you need a visa for {country}, you can ask for a letter of invitation. The conference secretary reads each request, and we email you when your letter is ready.',
      ask: 'Ask for a letter',
      afterPayment:
        'You can ask for a letter of invitation here as soon as your place is confirmed.',
      // After the request. Please say here how long it takes at your conference.
      sent: 'Your request for a letter has arrived. We email you when it is decided, usually within a week.',
      requested:
        'You have asked for a letter. The conference secretary reads your request, and we email you when it is decided.',
      issued:
        'Your letter is ready. It is valid together with your passport and as long as your registration stays as it is.',
      download: 'Download the letter',
      // Before the reason that the secretary has given.
      declined: 'We cannot issue this letter:',
      // After a refund or another presentation type.
      void: 'Your registration has changed since the letter was issued, so the letter is no longer valid. Please ask for a new one if you need it.',
      deleted:
        'A letter was issued to you. As promised, we have deleted your passport data {visa_period} after that, and the letter with them. You can ask for another one.',
      deletedUndecided:
        'Your request was not decided within {visa_period}, and we have deleted your passport data. Please ask again, and write to us if it is urgent.',
      askAgain: 'Ask for another letter',
      form: {
        heading: 'A letter for your visa',
        intro:
          'Please copy the details from your passport exactly as they are printed there: the consulate compares them with the letter.',
        privacy:
          'Only the conference secretary reads these entries. They are not sent by email, and they are deleted {visa_period} after the decision.',
        replaces:
          'A new request takes the place of your earlier one, and an earlier letter can no longer be downloaded.',
        labels: {
          name: 'Full name',
          nationality: 'Nationality',
          passport: 'Passport number',
          birthDate: 'Date of birth',
          expiryDate: 'Passport valid until',
          consulate: 'Embassy or consulate',
        },
        hints: {
          name: 'In Latin letters, as in the passport.',
          birthDate: 'Year, month and day, such as 1990-05-31.',
          expiryDate: 'Year, month and day, such as 2031-05-31.',
          consulate: 'Only if the letter should name it, such as: Embassy of {country}, Lagos.',
        },
        choose: 'Please choose',
        optional: 'optional',
        // Beside a field with a mistake.
        messages: {
          name: 'Please enter your name in Latin letters, as in the passport, with at most 120 characters.',
          nationality: 'Please choose a country from the list.',
          passport: 'Please enter the number of your passport, with letters and digits only.',
          birthDate: 'Please enter your date of birth as year, month and day, such as 1990-05-31.',
          expiryDate:
            'Please enter the last day on which your passport is valid, such as 2031-05-31. It has to be valid until the end of the conference.',
          consulate: 'Please enter one line of at most 120 characters, or leave it empty.',
        },
        mistakes: 'Please check the fields below. Nothing was sent yet.',
        send: 'Ask for the letter',
        back: 'Back to your registration',
      },
      letter: {
        title: 'Letter of invitation',
        addressee: 'To whom it may concern',
        reference: 'Reference',
        // The table with the person's details.
        labels: {
          name: 'Name',
          nationality: 'Nationality',
          passport: 'Passport number',
          birthDate: 'Date of birth',
          expiryDate: 'Passport valid until',
          type: 'Takes part as',
        },
        // In place of {type} for somebody who pays an agreed amount.
        otherType: 'Participant',
        // These texts may name {participant}, {nationality}, {passport}, {birth_date}, {expiry_date}, {type}, {payment},
        // {reference}, {conference} (its full title) and {venue}, besides the facts of the conference.
        paragraphs: [
          'We confirm that {participant}, holder of passport {passport}, is registered as a participant of the {conference}, {name}. It takes place on {dates} at {venue}, {city}, {country}.',
          '{participant} takes part as: {type}. {payment}',
          "We ask you to grant the visa that is necessary for this visit. Travel, accommodation, insurance and all other costs of the stay are borne by the participant or the participant's institute, and this letter contains no promise to bear them.",
        ],
        // In place of {payment}: for a payer, with the amount {paid}; for a guest; for a member of a group.
        payment: {
          paid: 'The registration fee of {paid} has been paid.',
          free: 'The participation is free of charge.',
          group: 'The registration fee has been paid by the institute.',
        },
        closing: 'Yours faithfully,',
        // Small, at the foot of the page.
        check:
          'This letter was issued electronically and is valid without a signature. It is not transferable, and it ends with the registration. Consulates can have it confirmed by writing to us with the reference {reference}.',
      },
    },
  },
};

export const en = {
  yourAbstract: {
    // Slides, recordings and links after the talk (`abstracts.material` in conference.yaml): the part of the page of an abstract,
    // and the page with the forms.
    material: {
      heading: 'Slides, recording and links',
      intro:
        'Show your slides, a recording or further links on the page of your contribution. You can take each of them away again at any time.',
      edit: 'Add or take away',
      none: 'There is nothing yet.',
      back: 'Back to your abstract',
      // `until` has the words of the end.
      open: 'Material can be added now. Adding closes {until}.',
      before: 'Adding material opens {from}.',
      over: 'Adding material closed {until}.',
      notNow: 'Material belongs to accepted contributions.',
      kinds: { slides: 'Slides', recording: 'Recording', link: 'Link' },
      states: {
        shown: 'On the page of your contribution',
        waiting: 'From {day} on the page of your contribution',
        scanning: 'Not shown yet: the file is being checked for viruses.',
        refused: 'Not shown: the virus scanner has refused the file. Please send another one.',
        takenDown: 'Taken down by the organisers:',
      },
      takeAway: 'Take away',
      // Beside the button that takes the page of the contribution off the website.
      hiddenWithPage:
        'Your slides, recordings and links are not shown without the page. They stay saved; take each of them away if it should be deleted.',
      fileForm: {
        heading: 'Add slides',
        field: 'Slides as PDF',
        note: 'At most 25 MB. Programs of the slides and films inside them do not run on this site.',
        button: 'Send the slides',
      },
      linkForm: {
        heading: 'Add a link',
        kind: 'What is there',
        url: 'Address',
        urlNote:
          'It begins with https://. Visitors open it on the other site; nothing of it is shown here.',
        button: 'Add the link',
      },
      title: 'Title',
      titleNote: 'What readers see, such as “Slides of the talk”.',
      licence: 'Licence',
      from: 'Not before',
      fromNote: 'A day such as 2026-09-01, for example after a paper has appeared. Empty: at once.',
      consent:
        'I agree that everybody can see this with my contribution, and all authors and the owners of pictures in it agree, too.',
      done: {
        added: 'It is saved.',
        removed: 'It is taken away, and the file is deleted.',
      },
      check: 'Please check the fields below. Nothing was saved yet.',
      mistakes: {
        title: 'Please enter a title of at most 120 characters.',
        url: 'Please enter an address that begins with https://, with at most 500 characters.',
        from: 'Please enter a day such as 2026-09-01, or leave it empty.',
        licence: 'Please choose a licence.',
        consent: 'Without your consent we cannot show it.',
        file: 'Please choose a PDF file.',
        notPdf:
          'This is no PDF, or it is damaged or asks for a password. Please export the slides as PDF.',
        many: 'There are {most} already. Please take one away first.',
      },
      // On the page of the contribution, for everybody.
      part: 'Slides, recording and links',
    },
  },
  mails: {
    materialTakenDown: {
      subject: 'Something was taken off the page of your contribution',
      paragraphs: [
        'The organisers have taken the slides, recording or link below off the page of your contribution. Everything else stays.',
        'If you have a question, reply to this email.',
      ],
      what: 'Taken down',
      reason: 'Reason',
      button: 'Open your abstract',
    },
  },
};

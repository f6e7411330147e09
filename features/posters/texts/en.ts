export const en = {
  yourAbstract: {
    // Posters (abstracts.posters in conference.yaml): the part of the page of an abstract, the page with the forms, and the gallery
    // for everybody.
    posters: {
      heading: 'Your poster',
      intro:
        'Send your poster as PDF, and a link to a short video if you have one. Both are shown in the gallery of posters and on the page of your contribution. You can take them away again at any time.',
      edit: 'Send the poster or take it away',
      back: 'Back to your abstract',
      number: 'Your poster has the number {number}.',
      numberAndBoard: 'Your poster has the number {number}, and its place is {board}.',
      // `from` and `until` have the words of a moment: “on May 27, 2026 at 18:00”.
      open: 'Posters can be sent now. Sending closes {until}.',
      before: 'Sending posters opens {from}.',
      over: 'Sending posters closed {until}.',
      notNow: 'This is for accepted posters.',
      // The states of the file.
      states: {
        none: 'You have sent no poster yet.',
        shown: 'Your poster is shown:',
        noPage:
          'Your poster is saved. Everybody sees it once your contribution has its page on the website:',
        early: 'Your poster is saved. Everybody sees it {from}.',
        scanning: 'Your poster is saved. Everybody sees it after the check for viruses.',
        refused:
          'Your poster is not shown: the virus scanner has refused it. Please send another one.',
        takenDown: 'Your poster was taken down by the organisers:',
      },
      openPage: 'Page of your contribution',
      openForm: 'Page on the website',
      previews: {
        making: 'The picture of its first page is being made. Reload this page in a minute.',
        none: 'No picture of its first page could be made, so the gallery shows its title in place of it. A PDF that is exported again often helps.',
        made: 'The first page of your poster, as the gallery shows it',
      },
      video: 'Video',
      takeAway: 'Take away',
      // Beside the button that takes the page of the contribution off the website.
      deletedWithPage:
        'Your poster and the link to its video are deleted with the page. If the page comes back, please send them again.',
      fileForm: {
        heading: 'Send the poster',
        again: 'Send another poster',
        field: 'Poster as PDF',
        note: 'At most 25 MB. The first page becomes the picture in the gallery. Another file replaces this one.',
        button: 'Send the poster',
      },
      videoForm: {
        heading: 'Link a short video',
        field: 'Address of the video',
        note: 'It begins with https://. Visitors open it on the other site; nothing of it is shown here.',
        button: 'Save the link',
      },
      licence: 'Licence',
      licenceNote: 'It says what others may do with the poster.',
      consent:
        'I agree that everybody can see this with my contribution, and all authors and the owners of pictures in it agree, too.',
      done: {
        poster: 'Your poster is saved.',
        video: 'The link is saved.',
        removed: 'It is taken away.',
      },
      check: 'Please check the fields below. Nothing was saved yet.',
      mistakes: {
        file: 'Please choose a PDF file.',
        notPdf:
          'This is no PDF, or it is damaged or asks for a password. Please export the poster as PDF.',
        url: 'Please enter an address that begins with https://, with at most 500 characters.',
        licence: 'Please choose a licence.',
        consent: 'Without your consent we cannot show it.',
      },
      // On the page of the contribution, for everybody.
      part: 'Poster',
      // In the list of contributions.
      mark: 'Poster as PDF',
      board: '{wall}, board {board}',
      boardSide: '{wall}, board {board}, {side}',
      sides: { front: 'front', back: 'back' },
      place: 'Place',
      download: 'Download the poster',
      size: 'PDF, {size} MB',
      watch: 'Short video on {site}',
      first: 'First page of the poster “{title}”',
      // The plan of the hall and the labels, on paper.
      hall: { title: 'Posters in the hall', labels: 'Labels for posters', free: 'free' },
      near: 'Posters on this topic',
      all: 'All posters',
      // The gallery.
      gallery: {
        title: 'Posters',
        intro: 'The posters of the conference, by number or by topic.',
        empty: 'No poster is published yet.',
        topic: 'Topic',
        allTopics: 'All topics',
        order: 'Order',
        orders: { number: 'By number', topic: 'By topic' },
        find: 'Show',
        found: '{count} posters',
        foundOne: '1 poster',
      },
    },
  },
  mails: {
    posterTakenDown: {
      subject: 'Your poster was taken off the website',
      paragraphs: [
        'The organisers have taken your poster off the website, with its video, and deleted the files. The page of your contribution stays.',
        'You can send another poster on the page of your abstract. If you have a question, reply to this email.',
      ],
      reason: 'Reason',
      button: 'Open your abstract',
    },
  },
};

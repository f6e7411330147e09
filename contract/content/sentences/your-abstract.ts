export const yourAbstract = {
  title: 'Your abstract',
  // In place of a page, for a link that leads nowhere; the address of the secretary follows.
  notFound:
    'There is no abstract at this address. The link may be incomplete; the latest email has the whole one. If you have a question, please write to',
  // The first sentence, by the state of the abstract.
  states: {
    received: 'Your abstract has arrived. The programme committee has not decided about it yet.',
    accepted: 'Your abstract is accepted.',
    confirmed: 'Your abstract is accepted, and you have told us that you will present it.',
    rejected: 'Your abstract is not accepted this time.',
    revise: 'The programme committee would like to see a revised version before it decides.',
    revised: 'Your revised version has arrived. The programme committee looks at it again.',
    withdrawn: 'This abstract is withdrawn. The programme committee no longer considers it.',
  },
  // Prominent at the top of the page: what the author should do next, with its link.
  missing: {
    contribution:
      'Please add the title and the authors. The reviewers, the programme and the book of abstracts need them.',
    addContribution: 'Add title and authors',
    final: 'Please send the final version of your file by {until}.',
    // The same without an end.
    finalAnyTime: 'Please send the final version of your file.',
    // The committee has asked for a revised version.
    revision: 'Please send the revised version of your file by {until}.',
    sendRevision: 'Send the revised version',
    sendFinal: 'Send the final version',
  },
  // The labels that the page has besides those in mails.yaml.
  labels: {
    title: 'Title',
    authors: 'Authors',
    keywords: 'Keywords',
    wish: 'You would like',
    publication: 'Publication',
    sentAt: 'Sent',
    comment: 'Comment of the committee',
    version: 'Version',
  },
  notGiven: 'not given yet',
  // Behind the name of an author.
  presenting: 'presents',
  published: 'You agree that your contribution is published in the book of abstracts.',
  notPublished: 'You have not agreed that your contribution is published in the book of abstracts.',
  // The headings of the parts of the page.
  sections: {
    contribution: 'Contribution',
    file: 'File',
    answer: 'Your answer',
    sender: 'Your details',
    withdrawal: 'Withdrawal',
    contact: 'Questions',
  },
  file: {
    download: 'Download your file',
    earlier: 'Earlier versions',
    // Behind the number of a version.
    final: 'final version',
    // While a file waits for the virus scanner, and if the scanner has found something.
    checking: 'This file is still being checked for viruses. You can download it afterwards.',
    infected:
      'The virus scanner has found something in this file, so nobody opens it. Please send a clean file, preferably a PDF.',
  },
  // After the acceptance: the question, and the sentence after the answer.
  answer: {
    question: 'Will you present your contribution? Please tell us by {until}.',
    present: 'I will present it',
    presenting: 'Thank you. If you cannot come after all, please withdraw by {until}.',
    // The address of the secretary follows.
    over: 'The answer cannot be changed here any more. Please write to',
  },
  // Before the beginning and the end of an act.
  from: 'from',
  until: 'until',
  // Before the address of the secretary.
  contact: 'If you have a question, please write to',
  back: 'Back without a change',
  // A page that is closed, or not open yet; the address of the secretary follows.
  closed: 'This was possible until {until}. Please write to',
  closedNow: 'This is not possible for this abstract. Please write to',
  opens: 'This is possible from {from}. If you have a question, please write to',
  // Somebody saved something else meanwhile, in another window or with the same link. The saved entries follow.
  changedMeanwhile:
    'The entries were changed meanwhile, so nothing was saved. Your form below has what you typed. If you save it now, it replaces what is saved.',
  savedMeanwhile: 'Saved now',
  // Above a form with mistakes; the fields say more.
  mistakes: 'Please check the marked fields. Nothing has been saved yet.',
  unreadable: 'The form could not be read, and nothing was saved. Please try again.',
  // The limit of acts in a day.
  tooMany: 'This abstract was changed too often today. Please try again tomorrow, or write to us.',
  // The sentence on the page after an act.
  done: {
    saved: 'Your entries are saved.',
    unchanged: 'Nothing was changed, because the entries are the same as before.',
    fileReplaced:
      'Your new file has arrived and takes the place of the earlier one. An email with a fingerprint of the file is on its way.',
    sameFile: 'We have this file already, so nothing was changed.',
    finalSent:
      'Your final version has arrived. An email with a fingerprint of the file is on its way.',
    withdrawn: 'Your abstract is withdrawn. An email that says so is on its way.',
    restored: 'Your abstract takes part again. An email that says so is on its way.',
    confirmed: 'Thank you. We have noted that you will present it.',
    addressChanged:
      'Your entries are saved. The new address gets an email with the link to this page, and the old one is told.',
  },
  // The form about the contribution.
  contribution: {
    heading: 'Title and authors',
    intro:
      'Please write everything as it should be printed in the programme and in the book of abstracts.',
    title: 'Title of the contribution',
    titleNote: 'In one line, without a full stop at its end.',
    authors: 'Authors',
    authorsNote:
      'In the order in which they are printed. Please mark everybody who presents the contribution: at least one person, and a single author always does. Rows without a name are left out.',
    author: 'Author {number}',
    name: 'Name',
    affiliation: 'Affiliation',
    // Above the rows.
    affiliationNote:
      'An affiliation is institute, city and country in one line; please separate several by semicolons.',
    orcid: 'ORCID iD',
    orcidNote: 'An ORCID iD has 16 digits, such as 0000-0002-1825-0097, and may be left out.',
    presents: 'presents the contribution',
    // The buttons that change the order; the second of each pair is read out by screen readers.
    up: 'Up',
    upOf: 'Author {number} up',
    down: 'Down',
    downOf: 'Author {number} down',
    remove: 'Remove',
    removeOf: 'Remove author {number}',
    more: 'Add more authors',
    notSaved: 'These buttons change the form only. Nothing is saved before you press Save.',
    keywords: 'Keywords',
    keywordsNote: 'Up to ten, separated by commas. May be left empty.',
    wish: 'How would you like to present it?',
    noWish: 'No preference',
    wishNote: 'The programme committee decides.',
    publish:
      'I agree that this contribution is published in the book of abstracts, and have asked the other authors.',
    publishNote:
      'The book has the title, all authors with their affiliations, and the newest file. Without your consent the contribution is not in the book. The committee decides in either case, and the programme on this site names the title and the presenting authors of every accepted contribution.',
    save: 'Save',
    // Beside a field with a mistake.
    messages: {
      title: 'Please enter the title in one line of at most 300 characters.',
      noAuthor: 'Please enter at least one author.',
      tooMany: 'These are more than 60 authors. Please name a group or a consortium as one author.',
      name: 'Please enter the name in one line of at most 200 characters.',
      affiliation: 'Please enter the affiliation in one line of at most 300 characters.',
      orcid: 'This is not an ORCID iD. Please copy it again, or leave the field empty.',
      presents: 'Please mark at least one author who presents the contribution.',
      keywords:
        'Please enter up to ten keywords, separated by commas, with at most 300 characters in all.',
      wish: 'Please choose one of the list.',
    },
  },
  // The form about the person who sent the abstract.
  details: {
    heading: 'Correct your details',
    intro:
      'The programme committee writes to this person. The authors of the contribution are on a page of their own.',
    titlePrefix: 'Form of address',
    emailNote: 'A new address gets an email with the link to this page. The old address is told.',
    session: 'Session',
    interestArea: 'Area of interest',
    save: 'Save',
    messages: {
      titlePrefix: 'Please enter a form of address, such as Dr or Ms.',
      session: 'Please choose a session from the list.',
      interestArea: 'Please choose an area from the list.',
    },
  },
  // The page with the upload of a new file.
  replace: {
    heading: 'Replace the file',
    intro:
      'The new file takes the place of the present one: reviewers and the programme committee get the newest. Earlier versions are kept.',
    headingOfFinal: 'Send the final version',
    introOfFinal:
      'The final version is the file for the book of abstracts. Please send a PDF if you can. You can replace it as often as you need.',
    field: 'New file',
    taken:
      'PDF, DOC or DOCX, at most 25 MB. Formulas and drawings, such as those of ChemDraw, are fine.',
    refused:
      'We cannot take files with a password or macros, or that load pictures from elsewhere. If Word causes trouble, please save the file as a PDF.',
    button: 'Send the new file',
    buttonOfFinal: 'Send the final version',
    noFile: 'Please choose a file.',
  },
  // The page that asks before an abstract is withdrawn, and its way back.
  withdraw: {
    heading: 'Withdraw the abstract',
    words:
      'The programme committee no longer considers a withdrawn abstract, and it appears neither in the programme nor in the book of abstracts. We send you an email that says so, and tell the conference secretary.',
    undo: 'You can undo this here until {until}.',
    noUndo: 'This cannot be undone here.',
    button: 'Withdraw it',
    restore: 'Undo the withdrawal',
    // After the withdrawal the same file was submitted again as another abstract.
    sentAgain:
      'The same file was submitted again as {reference}, which takes part in place of this abstract.',
  },
};

/** The words of the page "Your registration" and of its acts, besides those of your-registration.yaml. */
export const ownPage = {
  /** The heading above everything that the reader should do, and one of its links. */
  toDo: 'Still to do',
  answer: { one: 'Answer {n} question', other: 'Answer {n} questions' },
  /** Once on the page, because its moments have no zone. */
  clock: 'All times are by the clock in {place}.',
  /** Below the part of a payment that the rules for refunds keep. */
  kept: 'of what you gave up',
  /** A link to a document: "Invoice 2026-00003 (PDF)". */
  pdf: '{document} (PDF)',
  /** The form for a change. */
  plusFee: 'The processing fee of {fee} is added to these prices.',
  /** The table of a place that is handed over. */
  colleague: 'Your colleague',
  place: 'Place',
  openChange: 'Unpaid change',
  answers: 'Answers',
  money: 'Money',
  afterwards: 'Refunds',
  /** Below the button of a mail that leads to the page: `{acts}` is a list of the next words. */
  inMail: 'On this page you can {acts}.',
  toCorrect: 'correct your details',
  toChange: 'change your registration',
  toHandOver: 'hand over your place',
  toCancel: 'cancel',
  toGetInvoice: 'get an invoice',
};

/** The question on "Your registration" whether the next conference may invite the reader. */
export const consent = {
  heading: 'The next conference',
  question: 'May we invite you by email?',
  note: 'You can change your answer here at any time. Each invitation also has a link to unsubscribe.',
  unanswered: 'Not answered',
  yes: 'Yes',
  no: 'No',
  save: 'Save',
  /** `{day}` is the day of the answer. */
  agreed: 'You agreed on {day}.',
  declined: 'You declined on {day}.',
};

/** The sections of the page of commands. */
export const subjects = [
  'People',
  'Abstracts',
  'Reviews and decisions',
  'Programme',
  'Money',
  'Mails',
  'Lists and files',
  'Colleagues',
] as const;

/**
 * The parts of the organisers' work, for which a colleague has rights. Desk and Cash have no section of their own: their
 * commands are beside those about people and money. Server is what only its operator can mend, and Texts and Prices are
 * the conference's folder. Own sessions is a page of a track chair, and no command belongs to it.
 */
export type Subject =
  | (typeof subjects)[number]
  | 'Desk'
  | 'Cash'
  | 'Server'
  | 'Texts'
  | 'Prices'
  | 'Own sessions';

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
 * The parts of the organisers' work, for which a colleague has rights. Desk has no section of its own: its commands are
 * beside those about people. Server is what only its operator can mend,
 * Texts and Prices are the conference's folder.
 */
export type Subject = (typeof subjects)[number] | 'Desk' | 'Server' | 'Texts' | 'Prices';

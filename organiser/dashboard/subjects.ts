/** The sections of the page of commands. */
export const subjects = [
  'People',
  'Abstracts',
  'Reviews and decisions',
  'Programme',
  'Money',
  'Mails',
  'Lists and files',
] as const;

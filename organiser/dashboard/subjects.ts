/** The sections of the page of commands. */
export const subjects = ['People', 'Money', 'Abstracts', 'Mails', 'Lists and files'] as const;

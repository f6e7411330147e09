/** The placeholders of letters, with the text that a letter puts there. */
export const placeholders = {
  name: 'the name of the reader',
  reference: 'the reference of the order, or of the abstract',
  own_link: 'the link to the reader’s own page: of the abstract in letters to authors alone',
  abstract_link: 'the link to the page of the abstract',
  pay_link: 'the link to pay',
  amount: 'the amount that is due, or that was paid and not refunded',
  type: 'the presentation type, such as Speaker',
  title: 'the title of the contribution; until it is given, the name of its file',
  authors: 'the names of the authors',
  slot: 'time and place of the presentation, or the number of the poster',
  number: 'the number of the poster',
  comment: 'the comment of the committee to the author',
} as const;

export type Placeholder = keyof typeof placeholders;

/** The placeholders about one abstract; the two others only in a letter to authors. */
export const ofAbstracts = [
  'abstract_link',
  'title',
  'authors',
  'slot',
  'number',
  'comment',
] as const satisfies readonly Placeholder[];
export const ofEither = ['own_link', 'reference'] as const satisfies readonly Placeholder[];

/** The placeholders that may also be the address of a link: [words]({pay_link}). Each is a secret of its reader. */
export const linkPlaceholders: readonly Placeholder[] = ['own_link', 'abstract_link', 'pay_link'];

/** The values of the placeholders for one reader; a reader without a value has none. */
export type Values = Partial<Record<Placeholder, string | undefined>>;

/** The advice if some of the recipients have no value for a placeholder. */
export const remedies: Record<Placeholder, string> = {
  name: '',
  reference: 'write to “paid” or “payable”',
  own_link: 'write to “registered” or to “abstracts”',
  abstract_link: 'write to “abstracts”',
  pay_link: 'write to “payable”',
  amount: 'write to “payable”, or to “paid, not group”',
  type: 'write to “registered, not group, not discount”, or to one type',
  slot: 'write to “accepted” after everybody has a slot (organiser decide)',
  title: 'write to “abstracts”',
  authors: 'write to “abstracts”',
  number:
    'write to “accepted, presented as poster” after every poster has a number (organiser decide)',
  comment: 'write to “accepted” or “rejected” after everybody has a comment (organiser decide)',
};

export function isPlaceholder(word: string): word is Placeholder {
  return Object.hasOwn(placeholders, word);
}

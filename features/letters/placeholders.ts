/** The placeholders of letters, with the text that a letter puts there. */
export const placeholders = {
  name: 'the name of the reader',
  reference: 'the reference of the order, or of the abstract',
  own_link: 'the link to the reader’s own page: of the abstract in letters to authors alone',
  abstract_link: 'the link to the page of the abstract',
  pay_link: 'the link to pay',
  certificate_link: 'the link to the certificate of attendance, after the conference',
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
export const linkPlaceholders: readonly Placeholder[] = [
  'own_link',
  'abstract_link',
  'pay_link',
  'certificate_link',
];

/** The values of the placeholders for one reader; a reader without a value has none. */
export type Values = Partial<Record<Placeholder, string | undefined>>;

/** The words of which one may leave out the recipients without a value, and when all of these words have one. */
export const remedies: Record<Placeholder, { words: readonly string[]; once?: string }> = {
  name: { words: [] },
  reference: { words: ['paid', 'payable', 'abstracts'] },
  own_link: { words: ['registered', 'abstracts'] },
  abstract_link: { words: ['abstracts'] },
  pay_link: { words: ['payable'] },
  certificate_link: { words: ['checked in'], once: 'the conference is over' },
  amount: { words: ['payable', 'paid, not group'] },
  type: { words: ['registered, not group, not discount'] },
  slot: { words: ['with slot'], once: 'everybody has a slot (organiser decide)' },
  title: { words: ['abstracts'] },
  authors: { words: ['abstracts'] },
  number: { words: ['with number'], once: 'every poster has a number (organiser decide)' },
  comment: { words: ['with comment'], once: 'everybody has a comment (organiser decide)' },
};

export function isPlaceholder(word: string): word is Placeholder {
  return Object.hasOwn(placeholders, word);
}

import type { Db } from '#server/database/database.ts';
import { counted } from '#server/counted.ts';
import { normalised } from '#server/identity.ts';
import { firstOf } from '#server/operations/plan.ts';
import type { LetterReader, Readers } from './letter-readers.ts';

/** Something about a recipient that the organiser may not expect, for one and for many of them. */
type Note = {
  matches: (reader: LetterReader) => boolean;
  one: string;
  many: string;
};

/** Sentences about the recipients whom the organiser may not expect, with their names. */
export async function notesOn(
  db: Db,
  readers: readonly LetterReader[],
  { words, erased }: Pick<Readers, 'words' | 'erased'>,
): Promise<string[]> {
  const isNamed = (name: string) =>
    words.some(({ word, isNot }) => word.exact === `word=${name}` && !isNot);
  const isChase = isNamed('unpaid') || isNamed('payable');
  const dead = await deadAddresses(db);
  const notes = [
    ...(isNamed('asked') ? [] : ABOUT_ASKED),
    ...(isChase ? ABOUT_UNPAID : []),
    ...(isChase || readers.every(isUnpaid) ? [] : [NOT_PAID]),
    ...ALWAYS,
    {
      matches: ({ email }: LetterReader) => dead.has(normalised(email)),
      one: 'did not get the last mail, which could not be delivered',
      many: 'did not get the last mail, which could not be delivered',
    },
  ];
  return [
    ...notes.flatMap(({ matches, one, many }) => {
      const names = [...new Set(readers.filter(matches).map(({ name }) => name))];
      if (names.length === 0) return [];
      return [
        `${names.length} of them ${names.length === 1 ? one : many}: ${firstOf(names).join(', ')}.`,
      ];
    }),
    ...(erased > 0
      ? [`${counted(erased, 'more registration')} would match, but the people were erased.`]
      : []),
  ];
}

function isUnpaid({ registration, isAboutAbstracts }: LetterReader): boolean {
  return registration !== undefined && registration.paidAt === undefined && !isAboutAbstracts;
}

function owesAmount({ registration, asked }: LetterReader): boolean {
  return registration === undefined && asked?.isOwed === true;
}

const ABOUT_ASKED: readonly Note[] = [
  {
    matches: (reader) => owesAmount(reader) && reader.hasPaidAnother,
    one: 'has a paid place, and owes an amount that you asked for',
    many: 'have paid places, and owe amounts that you asked for',
  },
  {
    matches: (reader) => owesAmount(reader) && !reader.hasPaidAnother,
    one: 'owes an amount that you asked for, and no registration',
    many: 'owe amounts that you asked for, and no registration',
  },
];

const ABOUT_UNPAID: readonly Note[] = [
  {
    matches: (reader) => isUnpaid(reader) && reader.hasPaidAnother,
    one: 'has paid another registration with the same address',
    many: 'have paid another registration with the same address',
  },
  {
    matches: ({ registration, asked }) => (registration ?? asked)?.isTransferring === true,
    one: 'has chosen to pay by bank transfer',
    many: 'have chosen to pay by bank transfer',
  },
];

const NOT_PAID: Note = { matches: isUnpaid, one: 'has not paid yet', many: 'have not paid yet' };

const ALWAYS: readonly Note[] = [
  {
    matches: ({ registration, asked }) => (registration ?? asked)?.isPending === true,
    one: 'has a payment that is still pending',
    many: 'have payments that are still pending',
  },
  {
    matches: ({ registration }) => registration?.reader.isPayerOfGroup === true,
    one: 'gets it as the payer of an unpaid group, whose members get nothing',
    many: 'get it as payers of unpaid groups, whose members get nothing',
  },
];

/** The addresses to which the last mail could not be delivered. */
async function deadAddresses(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('outbox')
    .select(({ fn }) => [
      fn<string>('lower', ['recipient']).as('address'),
      fn.max('dead_at').as('dead_at'),
      fn.max('sent_at').as('sent_at'),
    ])
    .where(
      ({ fn }) => fn<string>('lower', ['recipient']),
      'in',
      (is) =>
        is
          .selectFrom('outbox')
          .select(({ fn }) => fn<string>('lower', ['recipient']).as('address'))
          .where('dead_at', 'is not', null),
    )
    .groupBy(({ fn }) => fn<string>('lower', ['recipient']))
    .execute();
  const dead = rows.filter(({ dead_at: died, sent_at: sent }) => (died ?? '') > (sent ?? ''));
  return new Set(dead.map(({ address }) => normalised(address)));
}

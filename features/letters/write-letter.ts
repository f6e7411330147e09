import { dayOf } from '#contract/content/calendar-days.ts';
import { sql } from 'kysely';
import { lockKey, type Tx } from '#server/database/database.ts';
import { digestOf, normalised } from '#server/identity.ts';
import { inFull, type Message } from '#server/mail/message.ts';
import { countUnsent } from '#server/mail/outbox.ts';
import { cutoffOf } from '#server/privacy/cutoff.ts';
import { durationWords } from '#server/config/quotas.ts';
import { listReviewers } from '#features/peer-review/reviewers.ts';
import { act, type Deed } from '#server/operations/act.ts';
import { counted } from '#server/counted.ts';
import { unsubscribedAddresses, unsubscribeTokens } from './letter-addresses.ts';
import { notesOn } from './letter-notes.ts';
import {
  FORMER,
  type LetterReader,
  oneForEachAbstract,
  type Readers,
  readersOf,
  selectReaders,
} from './letter-readers.ts';
import { unmistakable } from './letter-selection.ts';
import { type Letter, letterTo, readLetter, usedPlaceholders } from './letter-text.ts';
import { letterMail } from './mails.ts';
import { prepareLinks, type ReaderValues, valuesFor, whyNotPayable } from './letter-values.ts';
import { linkPlaceholders, type Placeholder, remedies } from './placeholders.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';
import { isOfLetter } from '#server/mail/waiting-mails.ts';

export type LetterRequest = {
  /** The text of the letter's file. */
  file: string;
  /** The same letter in further languages; readers of any other language get `file`. */
  translations?: Readonly<Record<string, string>>;
  /** The recipients, such as "paid, speaker". */
  selection: string;
  /**
   * Whether the letter is about other things than the reader's own registration or abstract. Such a letter has a link
   * to unsubscribe, and skips readers who have unsubscribed.
   */
  isNews: boolean;
  /** The largest number of mails that go out in an hour; Infinity without a quota. */
  mailsPerHour: number;
};

const AT_ONCE = 200;
/** Payers are locked while their links are made, and their payments wait meanwhile. */
const WITH_LINKS_AT_ONCE = 20;

/**
 * Writes a letter to all people in a selection. The same letter written again reaches only people who have not got it.
 */
export async function planLetter(
  organising: Organising,
  { file, translations = {}, selection, isNews, mailsPerHour }: LetterRequest,
): Promise<Plan> {
  const { payments } = organising;
  const { db } = payments;
  const letter = readLetters(file, translations);
  const id = idOf({ file, translations, selection, isNews });
  if (normalised(selection) === FORMER && !isNews) {
    throw new ActionImpossible(
      'A letter to former participants is news: it needs a link to unsubscribe (--news).',
    );
  }
  const used = placeholdersOf(letter);
  const { selected, left, readers, first } = await willingReaders(organising, selection, {
    isNews,
    used,
  });
  await refuseForgotten(organising, id);
  const got = await keysOf(db, id);
  const unwritten = readers.filter(({ key }) => !got.has(key));
  const { count: waiting } = await countUnsent(db, []);
  await refuseMissing(organising, selection, unwritten, used);
  const example = await valuesFor(db, organising, unwritten[0] ?? first, used);
  const sample = messageTo(organising, id, letter, unwritten[0] ?? first, {
    ...withoutSecrets(organising, example),
    token: isNews ? 'TOKEN' : undefined,
  });
  return {
    words: [
      `"${selection}" matches ${people(selected.readers.length)}${left > 0 ? `, of whom ${counted(left, 'has', 'have')} unsubscribed` : ''}.`,
      ...(got.size > 0
        ? [`This letter went to ${people(countOf(readers) - countOf(unwritten))} of them before.`]
        : []),
      `It would go to ${people(countOf(unwritten))}${unwritten.length > countOf(unwritten) ? ` in ${unwritten.length} letters, one for each abstract` : ''}${unwritten.length > 0 ? ', the first of them:' : '.'}`,
      ...unwritten.slice(0, 5).map(({ name, email }) => `  ${name}  ${email}`),
      ...(await notesOn(db, unwritten, selected)),
      ...(unwritten.length > 0 ? [durationWords(unwritten.length, waiting, mailsPerHour)] : []),
      ...inFull(sample),
      ...(linkPlaceholders.some((place) => used.has(place))
        ? ['The links that end in … are different for each reader, and secret.']
        : []),
    ],
    button: unwritten.length === 0 ? undefined : `Send to ${people(countOf(unwritten))}`,
    weighs: { people: countOf(unwritten) },
    async perform() {
      let count = 0;
      const most = used.has('pay_link') ? WITH_LINKS_AT_ONCE : AT_ONCE;
      for (let at = 0; at < unwritten.length; at += most) {
        count += await act(organising, (deed) =>
          send(deed, organising, { id, letter, selection, isNews }, unwritten.slice(at, at + most)),
        );
      }
      return [
        `Letters in the outbox: ${count}. ${durationWords(count, waiting, mailsPerHour)}`,
        'The mails that have not gone out can still be stopped and discarded.',
      ];
    },
  };
}

/** The same letter to the same selection has the same id. */
function idOf({
  file,
  translations = {},
  selection,
  isNews,
}: Omit<LetterRequest, 'mailsPerHour'>): string {
  const kept = selection.split(',').map(normalised).toSorted().join(', ');
  const written = { file: withNewlines(file), kept, isNews };
  const others = Object.entries(translations).map(([language, text]) => [
    language,
    withNewlines(text),
  ]);
  const all = { ...written, ...(others.length > 0 && { translations: others }) };
  return digestOf('letter', all).slice(0, 26);
}

/** The people whom a letter reaches; `left` of those who are selected have unsubscribed. */
async function willingReaders(
  organising: Organising,
  selection: string,
  { isNews, used }: { isNews: boolean; used: ReadonlySet<Placeholder> },
) {
  const selected = await selectReaders(organising, selection);
  const unsubscribed = isNews
    ? await unsubscribedAddresses(organising.payments.db)
    : new Set<string>();
  const willing = selected.readers.filter(({ email }) => !unsubscribed.has(normalised(email)));
  const left = selected.readers.length - willing.length;
  const readers = oneForEachAbstract(willing, used);
  const [first] = readers;
  if (first) return { selected, left, readers, first };
  throw new ActionImpossible(
    left > 0
      ? `All of them have unsubscribed: ${left}.`
      : await nobodyWords(organising, selection, selected),
  );
}

type Sending = { id: string; letter: Letters; selection: string; isNews: boolean };

async function send(
  { tx, now, post, record }: Deed,
  organising: Organising,
  { id, letter, selection, isNews }: Sending,
  readers: readonly LetterReader[],
): Promise<number> {
  const { payments, actor } = organising;
  await lockKey(tx, `letter:${id}`);
  // A reader may have been erased since the plan.
  const known = await knownAddresses(tx, readers);
  const withdrawn = await withdrawnAmong(tx, readers);
  const still = readers.filter(
    ({ email, contributions }) =>
      known.has(normalised(email)) &&
      contributions.every(
        ({ state, reference }) => state === 'WITHDRAWN' || !withdrawn.has(reference),
      ),
  );
  const emails = still.map(({ email }) => email);
  const tokens = isNews ? await unsubscribeTokens(tx, emails, payments.newId) : undefined;
  const unsubscribed = isNews ? await unsubscribedAddresses(tx) : new Set<string>();
  const used = placeholdersOf(letter);
  if (used.has('pay_link')) await prepareLinks(tx, organising, still);
  const mails: Message[] = [];
  for (const reader of still.filter(({ email }) => !unsubscribed.has(normalised(email)))) {
    const found = await valuesFor(tx, organising, reader, used);
    // Somebody may have paid since the plan, and has nothing to pay.
    if (lacksAny(found, used)) continue;
    const token = tokens?.get(normalised(reader.email));
    mails.push(messageTo(organising, id, letter, reader, { ...found, token }));
  }
  const count = await post(...mails);
  if (count === 0) return 0;
  await tx
    .insertInto('letters')
    .values({
      id,
      subject: letter.first.subject,
      body: JSON.stringify(letter.first.body),
      selection: isNews ? `${selection} (news)` : selection,
      recipients: count,
      sent_by: actor,
      sent_at: now,
    })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((column) => ({
        recipients: column('letters.recipients', '+', count),
      })),
    )
    .execute();
  const words = `"${letter.first.subject}" to ${selection}: ${count}`;
  await record({ action: 'write', words });
  return count;
}

/** A letter in the languages in which it was written. */
type Letters = { first: Letter; in: ReadonlyMap<string, Letter> };

function readLetters(file: string, translations: Readonly<Record<string, string>>): Letters {
  const read = Object.entries(translations).map(([language, text]) => {
    return [language, readLetter(text)] as const;
  });
  return { first: readLetter(file), in: new Map(read) };
}

function placeholdersOf({ first, in: others }: Letters): ReadonlySet<Placeholder> {
  return new Set([first, ...others.values()].flatMap((letter) => [...usedPlaceholders(letter)]));
}

function withNewlines(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

type Personal = ReaderValues & { token: string | undefined };

function messageTo(
  { mailLayout, origin }: Organising,
  id: string,
  letters: Letters,
  reader: LetterReader,
  { values, ...personal }: Personal,
): Message {
  const letter = letterTo(letters.in.get(reader.language) ?? letters.first, values);
  return letterMail(mailLayout, reader, letter, { ...personal, id, origin });
}

/** The values with links that lead nowhere, for the organiser's screen. */
function withoutSecrets({ origin }: Organising, { values, untilPaid }: ReaderValues): ReaderValues {
  const secrets = linkPlaceholders.map((place) => [place, `${origin}/…`] as const);
  return { values: { ...values, ...Object.fromEntries(secrets) }, untilPaid };
}

/** Refuses a letter with a placeholder that some of its readers have no value for. */
async function refuseMissing(
  organising: Organising,
  selection: string,
  readers: readonly LetterReader[],
  used: ReadonlySet<Placeholder>,
): Promise<void> {
  const found = await valuesOf(organising, readers, used);
  for (const place of used) {
    const lacking = readers.filter((_, at) => !found[at]?.values[place]);
    const [first] = lacking;
    if (!first) continue;
    const isMoney = place === 'pay_link' || place === 'amount';
    const why = isMoney
      ? await whyNotPayable(organising.payments.db, organising, first)
      : undefined;
    throw new ActionImpossible(
      [
        `The letter uses {${place}}, but ${lacking.length} of the ${readers.length} recipients ${lacking.length === 1 ? 'has' : 'have'} none, such as ${first.name} (${first.email}).`,
        ...(why === undefined ? [] : [why]),
        `Leave it out${await remedyOf(organising, { selection, place, used })}.`,
      ].join(' '),
    );
  }
}

/** The words that leave out exactly the recipients without a value, or the time when nobody lacks it. */
async function remedyOf(
  organising: Organising,
  {
    selection,
    place,
    used,
  }: { selection: string; place: Placeholder; used: ReadonlySet<Placeholder> },
): Promise<string> {
  const { words, once } = remedies[place];
  for (const each of words) {
    const narrower = `${selection}, ${unmistakable(each, organising.content)}`;
    const readers = oneForEachAbstract(await readersOf(organising, narrower), used);
    const found = await valuesOf(organising, readers, used);
    if (readers.length > 0 && found.every(({ values }) => values[place])) {
      return `, or write to “${narrower}” (${people(countOf(readers))})`;
    }
  }
  return once === undefined ? '' : `, or write when ${once}`;
}

async function valuesOf(
  organising: Organising,
  readers: readonly LetterReader[],
  used: ReadonlySet<Placeholder>,
): Promise<ReaderValues[]> {
  const found: ReaderValues[] = [];
  for (const reader of readers) {
    found.push(await valuesFor(organising.payments.db, organising, reader, used));
  }
  return found;
}

/** The sentence about a selection that nobody matches; it names the first of its words that reaches nobody. */
async function nobodyWords(
  organising: Organising,
  selection: string,
  { words, erased }: Readers,
): Promise<string> {
  if (erased > 0) return `Nobody matches "${selection}" who was not erased.`;
  for (const { typed, word, isNot } of words) {
    if (isNot || (await readersOf(organising, typed)).length > 0) continue;
    return words.length === 1
      ? `Nobody matches "${selection}": there are no ${word.who}.`
      : `Nobody matches "${selection}", because nobody matches "${typed}": there are no ${word.who}.`;
  }
  return `Nobody matches "${selection}". (A comma means "and".)`;
}

function lacksAny({ values }: ReaderValues, used: ReadonlySet<Placeholder>): boolean {
  return [...used].some((place) => !values[place]);
}

/** Refuses a letter that was sent so long ago that the list of its recipients is deleted. */
async function refuseForgotten(
  { payments: { db, clock }, content }: Organising,
  id: string,
): Promise<void> {
  const sent = await db
    .selectFrom('letters')
    .select('sent_at')
    .where('id', '=', id)
    .executeTakeFirst();
  if (sent && sent.sent_at < cutoffOf(clock(), content.privacy.periods.mail)) {
    throw new ActionImpossible(
      `This letter went out on ${dayOf(sent.sent_at, content.conference.dates.timezone)}, and the list of its recipients was deleted since. Change its text to send it again.`,
    );
  }
}

/** The readers to whom a letter went, by the ends of the keys of its mails. */
async function keysOf(db: Organising['payments']['db'], id: string): Promise<Set<string>> {
  const beginning = `letter:${id}:`;
  const rows = await db
    .selectFrom('outbox')
    .select('message_key')
    .where(isOfLetter(id))
    // A discarded mail reached nobody.
    .where('withdrawn_at', 'is', null)
    .execute();
  return new Set(rows.map(({ message_key: key }) => key.slice(beginning.length)));
}

/** The number of addresses. */
function countOf(readers: readonly LetterReader[]): number {
  return new Set(readers.map(({ email }) => normalised(email))).size;
}

function people(count: number): string {
  return counted(count, 'person', 'people');
}

/** The abstracts of the letter that are withdrawn now, by their references. */
async function withdrawnAmong(
  tx: Tx,
  readers: readonly LetterReader[],
): Promise<ReadonlySet<string>> {
  const references = readers.flatMap(({ contributions }) =>
    contributions.map(({ reference }) => reference),
  );
  if (references.length === 0) return new Set();
  const rows = await tx
    .selectFrom('abstracts')
    .select('reference')
    .where('reference', 'in', references)
    .where('withdrawn_at', 'is not', null)
    .execute();
  return new Set(rows.map(({ reference }) => reference));
}

/** The addresses of readers who still have a registration, an abstract, a group to pay for or reviews, or agreed to be invited. */
async function knownAddresses(
  tx: Tx,
  readers: readonly LetterReader[],
): Promise<ReadonlySet<string>> {
  // The database makes the addresses lower case, as in its index: SQLite leaves "Ä" as it is.
  const emails = readers.map(({ email }) => sql<string>`lower(${email})`);
  const known = new Set<string>();
  for (const table of ['participants', 'abstracts'] as const) {
    const rows = await tx
      .selectFrom(table)
      .select('email')
      .where(({ fn }) => fn<string>('lower', ['email']), 'in', emails)
      .execute();
    for (const { email } of rows) known.add(normalised(email));
  }
  const payers = await tx
    .selectFrom('orders')
    .select('payer_email as email')
    .where('offered_by', 'is not', null)
    .where(({ fn }) => fn<string>('lower', ['payer_email']), 'in', emails)
    .execute();
  for (const { email } of payers) known.add(normalised(email));
  for (const { email } of await listReviewers(tx)) known.add(normalised(email));
  const invited = await tx
    .selectFrom('consents')
    .select('email')
    .where('answer', '=', 'yes')
    .where(
      'email',
      'in',
      readers.map(({ email }) => normalised(email)),
    )
    .execute();
  for (const { email } of invited) known.add(email);
  return known;
}

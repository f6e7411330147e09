import { authorsByAbstract } from '#server/abstract/abstract-authors.ts';
import { listAbstracts } from '#server/abstract/abstracts.ts';
import { abstractState, decisionsByAbstract } from '#features/programme/decisions.ts';
import { withPosterSession } from '#features/programme/poster-sessions.ts';
import { slotWords } from '#features/programme/slots.ts';
import { isSameName, nameKey } from '#contract/person-name.ts';
import { type Content, inLanguage, type Prices } from '#contract/content.ts';
import type { Db } from '#server/database/database.ts';
import { isSamePerson, normalised } from '#server/identity.ts';
import { listAgreed } from '#server/mail/consents.ts';
import { listReachable, reviewersContact } from '#features/peer-review/reviewer-addresses.ts';
import type { Organising } from '#server/operations/plan.ts';
import { isStillOwed, listAsked } from '#server/orders/rows/asked-orders.ts';
import { findOrderByReference, isCancelled, listOffered } from '#server/orders/rows/orders.ts';
import { isErased } from '#server/orders/rows/participants.ts';
import { asksForProof } from '#server/orders/rows/price-kind.ts';
import { latestPaymentOf } from '#server/payments/payments.ts';
import { cutoffOf } from '#server/privacy/cutoff.ts';
import { allParticipants } from '#server/reports/list-participants.ts';
import { toPayNow } from './find-to-pay.ts';
import {
  ALONE,
  type Chosen,
  type Correspondent,
  type Match,
  readSelection,
} from './letter-selection.ts';
import type { AskedAmount, Contribution, Registration } from './letter-words.ts';
import { ofAbstracts, ofEither, type Placeholder } from './placeholders.ts';
import { letterIdOfMail } from '#server/mail/waiting-mails.ts';
import { isPaidState } from '#server/orders/rows/who-comes.ts';

/** Somebody who gets a letter. */
export type LetterReader = {
  name: string;
  email: string;
  language: string;
  /** The end of the key of the mail: nobody gets a letter twice with the same key. */
  key: string;
  /** Undefined while nothing is ordered. */
  reference: string | undefined;
  /** The registration that the letter is about, or another of this address if it is about abstracts. */
  registration: Registration | undefined;
  /** Whether the letter is about abstracts, and not about the registration. */
  isAboutAbstracts: boolean;
  /** The address for answers, if it is another than that of the other letters. */
  contact?: string | undefined;
  contributions: readonly Contribution[];
  /** The amount asked for that the letter is about. */
  asked: AskedAmount | undefined;
  /** Whether another registration with this address has a paid place. */
  hasPaidAnother: boolean;
};

/** The readers of a selection, and what the organiser should know about it. */
export type Readers = {
  readers: LetterReader[];
  words: readonly Chosen[];
  /** The number of registrations that match, of erased people. */
  erased: number;
};

type Asking = Pick<Organising, 'payments' | 'content' | 'origin'>;

/** The readers of a selection such as "paid, speaker, country=Poland". */
export async function readersOf(asking: Asking, selection: string): Promise<LetterReader[]> {
  return (await selectReaders(asking, selection)).readers;
}

/** The same, with what the organiser should know about the selection. */
export async function selectReaders(asking: Asking, selection: string): Promise<Readers> {
  const { db, clock } = asking.payments;
  const { content } = asking;
  const alone = normalised(selection);
  if (ALONE.includes(alone)) {
    const readers =
      alone === FORMER ? await listFormer(db, content) : await toReviewers(db, content);
    return { readers, words: [], erased: 0 };
  }
  const contributions = await listContributions(db, content);
  const { registrations, erased } = await listRegistrations(db, content.prices);
  const { words, asksPayable, isAboutAbstracts, match } = readSelection(selection, {
    content,
    registrations,
    contributions,
    letters: /got ?=/i.test(selection) ? await listLetters(asking) : new Map(),
    now: clock(),
  });
  if (asksPayable) await markPayable(asking, registrations);
  const asked = await listAmounts(asking, asksPayable);
  return {
    words,
    readers: correspondentsOf(registrations, contributions, asked).flatMap((correspondent) => {
      const found = match(correspondent);
      if (!found) return [];
      const others = correspondent.registrations.filter(
        (one) => !found.registrations.includes(one),
      );
      const hasPaidAnother = others.some(({ state }) => state === 'CONFIRMED');
      return readerOf(found, isAboutAbstracts).map((reader) => ({ ...reader, hasPaidAnother }));
    }),
    erased: erased.filter((one) => match({ ...NOTHING, registrations: [one] })).length,
  };
}

const NOTHING: Correspondent = {
  registrations: [],
  memberships: [],
  namesakes: [],
  contributions: [],
  asked: [],
};

/** The word for people who agreed to be invited, and have neither registered nor sent an abstract here. */
export const FORMER = 'former';

async function listFormer(db: Db, content: Content): Promise<LetterReader[]> {
  const here = new Set(
    [...(await allParticipants(db)), ...(await listAbstracts(db))].map(({ email }) =>
      normalised(email),
    ),
  );
  const agreed = await listAgreed(db);
  return agreed.filter(({ email }) => !here.has(email)).map((one) => readerAlone(content, one));
}

async function toReviewers(db: Db, content: Content): Promise<LetterReader[]> {
  const { language } = content;
  const reviewers = await listReachable(db);
  const byAddress = new Map(reviewers.map((each) => [normalised(each.email), each]));
  return [...byAddress.values()].map((each) => {
    const reader = readerAlone(content, { ...each, language });
    return { ...reader, contact: reviewersContact(content) };
  });
}

/** A reader about whom the conference knows a name and an address. */
function readerAlone(
  content: Content,
  { name, email, language }: { name: string; email: string; language: string },
): LetterReader {
  return {
    name,
    email,
    // An earlier conference may have had other languages.
    language: inLanguage(content, language).language,
    key: normalised(email),
    reference: undefined,
    registration: undefined,
    isAboutAbstracts: false,
    contributions: [],
    asked: undefined,
    hasPaidAnother: false,
  };
}

/** The letters of organisers by their subjects, each with the addresses of those who got it, or will get it. */
async function listLetters({
  payments: { db, clock },
  content: { privacy },
}: Asking): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const letters = await db
    .selectFrom('letters')
    .select(['id', 'subject'])
    // The lists of the recipients of earlier letters are deleted.
    .where('sent_at', '>=', cutoffOf(clock(), privacy.periods.mail))
    .execute();
  const mails = await db
    .selectFrom('outbox')
    .select(['recipient', letterIdOfMail.as('letter')])
    .where('kind', '=', 'letter')
    .where('withdrawn_at', 'is', null)
    .where('dead_at', 'is', null)
    .execute();
  const byLetter = Map.groupBy(mails, ({ letter }) => letter);
  return new Map(
    [...Map.groupBy(letters, ({ subject }) => subject)].map(([subject, versions]) => [
      subject,
      new Set(
        versions.flatMap(({ id }) =>
          (byLetter.get(id) ?? []).map(({ recipient }) => normalised(recipient)),
        ),
      ),
    ]),
  );
}

async function listRegistrations(
  db: Db,
  prices: Prices,
): Promise<{ registrations: Registration[]; erased: Registration[] }> {
  const types = new Map(prices.presentationTypes.map((type) => [type.id, type]));
  const payers = new Map(
    (await listOffered(db)).map(({ reference, customer, language }) => [
      reference,
      { ...customer, language },
    ]),
  );
  const participants = await allParticipants(db);
  const paid = Map.groupBy(
    participants.filter(({ state }) => isPaidState(state)),
    ({ email }) => normalised(email),
  );
  const under = await paymentsUnderWay(db);
  const guests = await guestOrders(db);
  const all = participants.map((participant): Registration => {
    const { name, email, language, reference = '' } = participant;
    // Until a group is paid, only its payer knows of it.
    const payer = participant.paidAt === undefined ? payers.get(reference) : undefined;
    const hasPaid =
      under('MISMATCH', reference) ||
      (paid.get(normalised(email))?.some((other) => isSamePerson(other, participant)) ?? false);
    const reader = { name, email, language, ...payer, isPayerOfGroup: payer !== undefined };
    const type = types.get(participant.presentationType ?? '');
    const isUnproved =
      participant.state === 'CONFIRMED' &&
      participant.proof !== 'ACCEPTED' &&
      type !== undefined &&
      asksForProof(type, participant.priceKind);
    return {
      ...participant,
      hasPaid,
      isUnproved,
      isGuest: guests.has(reference),
      isPending: under('PENDING', reference),
      isTransferring: under('TRANSFER', reference),
      isPayable: false,
      reader,
    };
  });
  return {
    registrations: all.filter(({ reader }) => !isErased(reader)),
    erased: all.filter(({ reader }) => isErased(reader)),
  };
}

/** The references of the orders that `invite` made from a sheet. */
async function guestOrders(db: Db): Promise<ReadonlySet<string | null>> {
  const rows = await db
    .selectFrom('activities')
    .select('reference')
    .where('action', '=', 'invite')
    .where('reference', 'is not', null)
    .execute();
  return new Set(rows.map(({ reference }) => reference));
}

async function listAmounts(asking: Asking, asksPayable: boolean): Promise<AskedAmount[]> {
  const { db } = asking.payments;
  const amounts: AskedAmount[] = [];
  const under = await paymentsUnderWay(db);
  for (const order of await listAsked(db)) {
    const { reference, customer, language, createdAt: askedAt, paidPaymentId } = order;
    if (isCancelled(order) || isErased(customer)) continue;
    const { name, email, country } = customer;
    const isOwed =
      paidPaymentId === undefined &&
      (await latestPaymentOf(db, order.id))?.state !== 'MISMATCH' &&
      (await isStillOwed(db, order));
    const isPayable =
      asksPayable && isOwed && (await toPayNow(db, asking, { order })) !== undefined;
    const isPending = under('PENDING', reference);
    const isTransferring = under('TRANSFER', reference);
    const facts = { isOwed, isPending, isTransferring, isPayable };
    amounts.push({ reference, name, email, country, language, askedAt, ...facts });
  }
  return amounts;
}

/**
 * Whether an order has a payment that is pending, that waits for a bank transfer, or whose money does not fit: nobody is
 * asked to pay that one again.
 */
async function paymentsUnderWay(
  db: Db,
): Promise<(what: 'MISMATCH' | 'PENDING' | 'TRANSFER', reference: string) => boolean> {
  const rows = await db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select(['orders.reference', 'payments.state', 'payments.provider'])
    .where((is) =>
      is.or([
        is('payments.state', 'in', ['MISMATCH', 'PENDING']),
        is.and([is('payments.provider', '=', 'transfer'), is('payments.state', '=', 'OPEN')]),
      ]),
    )
    .execute();
  const found = new Set(
    rows.map(({ reference, state, provider }) =>
      provider === 'transfer' && state !== 'MISMATCH'
        ? `TRANSFER ${reference}`
        : `${state} ${reference}`,
    ),
  );
  return (what, reference) => found.has(`${what} ${reference}`);
}

async function markPayable(asking: Asking, registrations: readonly Registration[]): Promise<void> {
  const { db } = asking.payments;
  const known = new Map<string, boolean>();
  for (const registration of registrations) {
    const { reference, state, hasPaid } = registration;
    const isUnpaid = state === 'AWAITING_PAYMENT' || state === 'EXPIRED';
    if (!isUnpaid || hasPaid || reference === undefined) continue;
    if (!known.has(reference)) {
      const order = await findOrderByReference(db, reference);
      const toPay = order && (await toPayNow(db, asking, { order }));
      known.set(reference, toPay !== undefined);
    }
    registration.isPayable = known.get(reference) ?? false;
  }
}

async function listContributions(db: Db, content: Content): Promise<Contribution[]> {
  const abstracts = await listAbstracts(db);
  const decisions = await decisionsByAbstract(db);
  const authors = await authorsByAbstract(db);
  return abstracts.map((abstract): Contribution => {
    const { id, scan, createdAt: sentAt, publishAt, fileKind } = abstract;
    const decision = decisions.get(id);
    return {
      ...abstract,
      sentAt,
      state: abstractState(abstract, decision),
      isAccepted: decision?.outcome === 'ACCEPTED',
      isUntold: decision !== undefined && decision.toldAt === undefined,
      authors: authors.get(id)?.map(({ name }) => name),
      presentation: decision?.presentation,
      slot:
        decision &&
        slotWords(
          withPosterSession(content, decision, abstract.sessionId),
          inLanguage(content, abstract.language),
        ),
      number: decision?.number,
      comment: decision?.comment,
      hasFinalVersion: fileKind === 'final',
      hasConsent: publishAt !== undefined,
      isInfected: scan === 'INFECTED',
    };
  });
}

function correspondentsOf(
  registrations: readonly Registration[],
  contributions: readonly Contribution[],
  asked: readonly AskedAmount[],
): Correspondent[] {
  const byAddress = new Map<string, Correspondent>();
  const at = (email: string): Correspondent => {
    const address = normalised(email);
    const known = byAddress.get(address) ?? structuredClone(NOTHING);
    byAddress.set(address, known);
    return known;
  };
  for (const registration of registrations) {
    at(registration.reader.email).registrations.push(registration);
    const isOthers = registration.reader.isPayerOfGroup && !isErased(registration);
    if (isOthers) at(registration.email).memberships.push(registration);
  }
  const byName = Map.groupBy(registrations, ({ name }) => nameKey(name));
  for (const contribution of contributions) {
    const correspondent = at(contribution.email);
    correspondent.contributions.push(contribution);
    const namesakes = byName.get(nameKey(contribution.name)) ?? [];
    correspondent.namesakes.push(
      ...namesakes.filter(({ name }) => isSameName(name, contribution.name)),
    );
  }
  for (const amount of asked) at(amount.email).asked.push(amount);
  return [...byAddress.values()];
}

function readerOf(
  { registrations, contributions, asked: [asked] }: Match,
  isAboutAbstracts: boolean,
): Omit<LetterReader, 'hasPaidAnother'>[] {
  const registration = mainOf(registrations);
  const [contribution] = contributions;
  const about = { registration, contributions, asked: registration ? undefined : asked };
  const readerNamed = (
    { name, email, language }: { name: string; email: string; language: string },
    reference: string | undefined,
    isAuthor = false,
  ) => [
    {
      name,
      email,
      language,
      key: normalised(email),
      reference,
      isAboutAbstracts: isAuthor,
      ...about,
    },
  ];
  if (contribution && (isAboutAbstracts || !registration)) {
    return readerNamed(contribution, contribution.reference, true);
  }
  if (registration) return readerNamed(registration.reader, registration.reference);
  return asked ? readerNamed(asked, asked.reference) : [];
}

/**
 * A letter that names something of an abstract is about one of them: an author of two gets two letters, each with the
 * values of its own.
 */
export function oneForEachAbstract(
  readers: readonly LetterReader[],
  used: ReadonlySet<Placeholder>,
): LetterReader[] {
  return readers.flatMap((reader) => {
    const { isAboutAbstracts, contributions } = reader;
    const named = [...ofAbstracts, ...(isAboutAbstracts ? ofEither : [])];
    if (contributions.length === 0 || !named.some((place) => used.has(place))) return [reader];
    return contributions.map((contribution) => ({
      ...reader,
      ...(isAboutAbstracts && { name: contribution.name, reference: contribution.reference }),
      key: `${reader.key}:${contribution.reference}`,
      contributions: [contribution],
    }));
  });
}

/** A paid registration, or else the latest that waits for its payment. */
function mainOf(registrations: readonly Registration[]): Registration | undefined {
  let main: Registration | undefined;
  for (const one of registrations) {
    if (!main || rankOf(one) > rankOf(main) || (rankOf(one) === 2 && rankOf(main) === 2))
      main = one;
  }
  return main;
}

function rankOf({ state, reference }: Registration): number {
  if (isPaidState(state)) return 3;
  if (reference === undefined) return 0;
  return state === 'AWAITING_PAYMENT' || state === 'EXPIRED' ? 2 : 1;
}

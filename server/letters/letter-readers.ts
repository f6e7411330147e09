import { authorsByAbstract } from '#server/abstract/abstract-authors.ts';
import { listAbstracts } from '#server/abstract/abstracts.ts';
import { abstractState, decisionsByAbstract } from '#server/abstract/decisions.ts';
import { slotWords } from '#server/abstract/slots.ts';
import { isSameName, nameKey } from '#contract/person-name.ts';
import { type Content, inLanguage, languagesOf, type Prices } from '#contract/content.ts';
import type { Db } from '#server/database/database.ts';
import { isSamePerson, normalised } from '#server/identity.ts';
import { listAgreed } from '#server/mail/consents.ts';
import type { Organising } from '#server/operations/plan.ts';
import { isStillOwed, listAsked } from '#server/orders/asked-orders.ts';
import { findOrderByReference, isCancelled, listOffered } from '#server/orders/orders.ts';
import { isErased } from '#server/orders/participants.ts';
import { asksForProof } from '#server/orders/proof-needs.ts';
import { latestPaymentOf } from '#server/payments/payments.ts';
import type { PaymentState } from '#server/payments/payment-states.ts';
import { allParticipants } from '#server/reports/list-participants.ts';
import { toPayNow } from './find-to-pay.ts';
import {
  type AskedAmount,
  type Contribution,
  type Correspondent,
  type Match,
  readSelection,
  type Registration,
} from './letter-selection.ts';
import { ofAbstracts, ofEither, type Placeholder } from './placeholders.ts';

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
  contributions: readonly Contribution[];
  /** The amount asked for that the letter is about. */
  asked: AskedAmount | undefined;
};

type Asking = Pick<Organising, 'payments' | 'content' | 'origin'>;

/** The readers of a selection such as "paid, speaker, country=Poland". */
export async function readersOf(asking: Asking, selection: string): Promise<LetterReader[]> {
  const { db, clock } = asking.payments;
  if (normalised(selection) === FORMER) return listFormer(db, asking.content);
  const contributions = await listContributions(db, asking.content);
  const { asksPayable, isAboutAbstracts, match } = readSelection(selection, {
    prices: asking.content.prices,
    sessions: asking.content.sessions.sessions,
    presentations: contributions.flatMap(({ presentation }) => presentation ?? []),
    references: contributions.map(({ reference }) => reference),
    languages: languagesOf(asking.content),
    now: clock(),
  });
  const registrations = await listRegistrations(db, asking.content.prices);
  if (asksPayable) await markPayable(asking, registrations);
  const asked = await listAmounts(asking, asksPayable);
  return correspondentsOf(registrations, contributions, asked).flatMap((correspondent) => {
    const found = match(correspondent);
    return found ? readerOf(found, isAboutAbstracts) : [];
  });
}

/** The word for people who agreed to be invited, and have neither registered nor sent an abstract here. */
export const FORMER = 'former';

async function listFormer(db: Db, content: Content): Promise<LetterReader[]> {
  const here = new Set(
    [...(await allParticipants(db)), ...(await listAbstracts(db))].map(({ email }) =>
      normalised(email),
    ),
  );
  return (await listAgreed(db)).flatMap(({ name, email, language }): LetterReader[] =>
    here.has(email)
      ? []
      : [
          {
            name,
            email,
            // An earlier conference may have had other languages.
            language: inLanguage(content, language).language,
            key: email,
            reference: undefined,
            registration: undefined,
            isAboutAbstracts: false,
            contributions: [],
            asked: undefined,
          },
        ],
  );
}

async function listRegistrations(db: Db, prices: Prices): Promise<Registration[]> {
  const types = new Map(prices.presentationTypes.map((type) => [type.id, type]));
  const payers = new Map(
    (await listOffered(db)).map(({ reference, customer, language }) => [
      reference,
      { ...customer, language },
    ]),
  );
  const participants = await allParticipants(db);
  const paid = Map.groupBy(
    participants.filter(({ state }) => state === 'CONFIRMED' || state === 'WAITS_FOR_AGREEMENT'),
    ({ email }) => normalised(email),
  );
  const mismatched = await referencesWithMismatch(db);
  return participants.flatMap((participant) => {
    const { name, email, language, reference = '' } = participant;
    // Until a group is paid, only its payer knows of it.
    const payer = participant.paidAt === undefined ? payers.get(reference) : undefined;
    const hasPaid =
      mismatched.has(reference) ||
      (paid.get(normalised(email))?.some((other) => isSamePerson(other, participant)) ?? false);
    const reader = { name, email, language, ...payer, isPayerOfGroup: payer !== undefined };
    const type = types.get(participant.presentationType ?? '');
    const isUnproved =
      participant.state === 'CONFIRMED' &&
      participant.proof !== 'ACCEPTED' &&
      type !== undefined &&
      asksForProof(type, participant.priceKind);
    return isErased(reader)
      ? []
      : { ...participant, hasPaid, isUnproved, isPayable: false, reader };
  });
}

async function listAmounts(asking: Asking, asksPayable: boolean): Promise<AskedAmount[]> {
  const { db } = asking.payments;
  const amounts: AskedAmount[] = [];
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
    amounts.push({ reference, name, email, country, language, askedAt, isOwed, isPayable });
  }
  return amounts;
}

/** The orders for which money came that does not fit them: nobody is asked to pay them again. */
async function referencesWithMismatch(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select('orders.reference')
    .where('payments.state', '=', 'MISMATCH' satisfies PaymentState)
    .execute();
  return new Set(rows.map(({ reference }) => reference));
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
    const { id, scan, title, createdAt: sentAt, publishAt, fileKind } = abstract;
    const decision = decisions.get(id);
    return {
      ...abstract,
      title,
      sentAt,
      state: abstractState(abstract, decision),
      isAccepted: decision?.outcome === 'ACCEPTED',
      isUntold: decision !== undefined && decision.toldAt === undefined,
      authors: authors.get(id)?.map(({ name }) => name),
      presentation: decision?.presentation,
      slot: decision && slotWords(decision, inLanguage(content, abstract.language)),
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
    const known = byAddress.get(address) ?? {
      registrations: [],
      memberships: [],
      namesakes: [],
      contributions: [],
      asked: [],
    };
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
): LetterReader[] {
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
  if (state === 'CONFIRMED' || state === 'WAITS_FOR_AGREEMENT') return 3;
  if (reference === undefined) return 0;
  return state === 'AWAITING_PAYMENT' || state === 'EXPIRED' ? 2 : 1;
}

import { createHash } from 'node:crypto';
import { authorsByAbstract, authorsOf } from '#server/abstract/abstract-authors.ts';
import { filesByAbstract } from '#server/abstract/abstract-files.ts';
import { type Abstract, type KeptAbstract, listAbstracts } from '#server/abstract/abstracts.ts';
import type { Db } from '#server/database/database.ts';
import { features } from '#server/features.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { type Agreement, listAgreements } from '#server/discount/agreements.ts';
import { inOneLine } from '#server/orders/rows/item-words.ts';
import {
  askedReference,
  isAsked,
  isDiscount,
  isGroup,
  linesOf,
  listOrders,
  type Order,
} from '#server/orders/rows/orders.ts';
import { historyByPayment } from '#server/payments/payment-history.ts';
import { listDisputes } from '#server/payments/disputes.ts';
import { listPayments } from '#server/payments/payments.ts';
import { listRefunds } from '#server/payments/refunds.ts';
import { abstractFacts, stateOfAbstract } from '#server/reports/known-by-features.ts';
import { documentsIn } from '#server/reports/list-rows.ts';
import { listParticipants, type Participant } from '#server/orders/rows/participants.ts';

/** One line of an export. Amounts are whole cents, times are UTC. */
export type ExportRecord = {
  type:
    | 'registration'
    | 'order'
    | 'payment'
    | 'refund'
    | 'dispute'
    | 'document'
    | 'abstract'
    | 'peer-review'
    | 'review-bid'
    | 'answer'
    | 'companion'
    | 'survey-answer'
    | 'session-sign-up'
    | 'session-scan';
  name: string;
  email: string;
  state: string;
  [field: string]: unknown;
};

declare module '#server/features.ts' {
  interface FeatureData {
    /** Further records about abstracts, by whose ids there are their references, and then about people. */
    recordsOfAbstracts?: (db: Db, references: ReadonlyMap<string, string>) => Records;
    recordsOfPeople?: (db: Db, people: ReadonlyMap<string, RecordedPerson>) => Records;
  }
}

type Records = AsyncIterable<ExportRecord>;
export type RecordedPerson = Pick<ExportRecord, 'name' | 'email'> & {
  reference: string | undefined;
};

/** All records, oldest first within each type. The files of abstracts are read completely. */
export async function* recordsIn(db: Db, store: FileStore): AsyncGenerator<ExportRecord> {
  const orders = await listOrders(db);
  const participants = await listParticipants(db);
  // A person may have several orders: the paid one counts.
  const orderByPerson = new Map(
    orders
      .toSorted((a, b) => Number(a.state === 'CONFIRMED') - Number(b.state === 'CONFIRMED'))
      .flatMap((order) => order.participantIds.map((id) => [id, order] as const)),
  );
  const agreements = await listAgreements(db);
  for (const person of participants) {
    yield registrationRecord(person, orderByPerson.get(person.id), agreements);
  }
  yield* orders.map(orderRecord);
  yield* moneyRecords(db, orders);
  for await (const page of documentsIn(db)) {
    for (const document of page) {
      const [name = ''] = document.customer;
      const email = document.customer.at(-1) ?? '';
      yield { type: 'document', name, email, state: 'ISSUED', ...document };
    }
  }
  const abstracts = await listAbstracts(db);
  yield* abstractRecords(db, store, abstracts);
  const references = new Map(abstracts.map(({ id, reference }) => [id, reference]));
  for (const { data } of features()) {
    if (data?.recordsOfAbstracts) yield* data.recordsOfAbstracts(db, references);
  }
  const people = new Map(
    participants.map(({ id, name, email }) => [
      id,
      { name, email, reference: orderByPerson.get(id)?.reference },
    ]),
  );
  for (const { data } of features()) {
    if (data?.recordsOfPeople) yield* data.recordsOfPeople(db, people);
  }
}

function registrationRecord(
  participant: Participant,
  order: Order | undefined,
  agreements: readonly Agreement[],
): ExportRecord {
  // Anyone with the token of a page can act for its owner.
  const { name, email, pageToken: _page, ...rest } = participant;
  const reference = order?.reference;
  const isCancelled = participant.cancelledAt !== undefined;
  const state = isCancelled ? 'CANCELLED' : (order?.state ?? 'REGISTERED');
  const about = { type: 'registration', name, email, state, reference } as const;
  if (participant.presentationType !== undefined) return { ...about, ...rest };
  // Null until the organisers have agreed to the paid amount.
  const agreed = (order && agreements.find(({ orderId }) => orderId === order.id)?.words) ?? null;
  const description = order?.items.find(({ kind }) => kind === 'agreed')?.statedByPayer ?? '';
  const amountCents = order?.amountCents;
  return { ...about, kind: 'discount', agreed, description, amountCents, ...rest };
}

function orderRecord(order: Order): ExportRecord {
  const { customer, state, currency, ...others } = order;
  const { dedupeKey: _key, items: _items, fee: _fee, pageToken: _page, ...rest } = others;
  const { name, email, ...more } = customer;
  const about = {
    ...rest,
    kind: kindOf(order),
    about: askedReference(order),
    lines: linesOf(order).map((line) => ({ ...line, words: inOneLine(line.words) })),
    ...more,
  };
  return { type: 'order', name, email, state, ...about, currency: currency.code };
}

/** The payments, then their refunds and disputes. */
async function* moneyRecords(db: Db, orders: readonly Order[]): Records {
  const orderById = new Map(orders.map((order) => [order.id, order]));
  const moves = await historyByPayment(db);
  const payments = await listPayments(db);
  const orderOf = new Map(payments.map(({ id, orderId }) => [id, orderById.get(orderId)]));
  const payerOf = (paymentId: string) => {
    const { customer, reference } = orderOf.get(paymentId) ?? {};
    return { name: customer?.name ?? '', email: customer?.email ?? '', reference };
  };
  for (const payment of payments) {
    const { name, email, reference } = payerOf(payment.id);
    yield {
      type: 'payment',
      name,
      email,
      state: payment.state,
      reference,
      id: payment.id,
      orderId: payment.orderId,
      changeId: payment.changeId,
      attempt: payment.attempt,
      provider: payment.provider,
      mode: payment.mode === 'live' ? 'live' : 'test',
      account: payment.account,
      providerRef: payment.ref,
      providerPaymentRef: payment.paymentRef,
      amountCents: payment.amountCents,
      arrivedCents: payment.arrivedCents,
      overpaidCents: payment.overpaidCents,
      delayedBy: payment.delayedBy,
      currency: payment.currency.code,
      refundedCents: payment.refundedCents,
      failureCode: payment.failureCode,
      moves: moves.get(payment.id) ?? [],
      createdAt: payment.createdAt,
    };
  }
  for (const { state, idempotencyKey: _, ref, ...refund } of await listRefunds(db)) {
    const { name, email, reference } = payerOf(refund.paymentId);
    yield { type: 'refund', name, email, state, reference, providerRef: ref, ...refund };
  }
  for (const { state, ref, askedAt: _, ...dispute } of await listDisputes(db)) {
    const { name, email, reference } = payerOf(dispute.paymentId);
    yield { type: 'dispute', name, email, state, reference, providerRef: ref, ...dispute };
  }
}

async function* abstractRecords(
  db: Db,
  store: FileStore,
  abstracts: readonly KeptAbstract[],
): Records {
  const factsOf = await abstractFacts(db);
  const authors = await authorsByAbstract(db);
  for (const abstract of abstracts) {
    const {
      id,
      name,
      email,
      bytes,
      sha256,
      token: _token,
      fileKey: _key,
      fileStore: _store,
      ...rest
    } = abstract;
    const facts = factsOf(id);
    const state = stateOfAbstract({ ...facts, withdrawnAt: abstract.withdrawnAt });
    const stored = await readStored(store, abstract);
    const isIntact = stored.sha256 === sha256 && stored.bytes === bytes;
    const versions = (await filesByAbstract(db, [id])).get(id) ?? [];
    yield {
      type: 'abstract',
      name,
      email,
      state,
      id,
      ...rest,
      authors: authorsOf(abstract, authors),
      ...facts,
      versions: versions.map(({ fileKey: _itsKey, fileStore: _itsStore, ...version }) => version),
      ...stored,
      isIntact,
    };
  }
}

function kindOf(order: Order): 'discount' | 'group' | 'asked' | 'registration' {
  if (isAsked(order)) return 'asked';
  if (isDiscount(order)) return 'discount';
  return isGroup(order) ? 'group' : 'registration';
}

/** The size and digest of the stored bytes; null if they cannot be read. */
async function readStored(store: FileStore, { fileKey }: Abstract) {
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of await store.read(fileKey)) {
      hash.update(chunk);
      bytes += chunk.length;
    }
    return { sha256: hash.digest('hex'), bytes };
  } catch (error) {
    return { sha256: null, bytes: null, problem: String(error) };
  }
}

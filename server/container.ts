import { createHmac } from 'node:crypto';
import { type Content, inLanguage } from '#contract/content.ts';
import { proofWords } from '#contract/content/proof-words.ts';
import { offeredWays } from '#contract/content/ways.ts';
import { statesTax } from '#contract/content/tax-rates.ts';
import { isTakenByPaypal } from '#contract/currency.ts';
import { makeCalendar } from '#documents/calendar.ts';
import type { Db } from './database/database.ts';
import { transferProvider } from './bank/transfer-provider.ts';
import { createGroupCommit } from './database/group-commit.ts';
import { neighbourhoodOf } from './http/visitor-address.ts';
import { type Clock, type NewId, timestamp } from './identity.ts';
import type { MailLayout } from './mail/mail-layout.ts';
import { eventsOf } from './payment-events.ts';
import { purposesOfFeatures } from '#server/orders/change/mails.ts';
import type { PaymentProvider } from './payments/provider.ts';
import { providersOfFeatures } from './payments/providers-of-features.ts';
import type { PaymentContext } from './payments/payment-context.ts';
import { stayOf } from '#server/orders/rows/order-items.ts';
import { choiceOf, itemsFor } from '#server/orders/rows/registration-items.ts';
import { ticketDays } from '#server/orders/sell/registration-price.ts';
import { closeOvertaken } from './payments/sync-payment.ts';
import type { PaymentMode } from './config/payment-mode.ts';
import { freeProvider } from './config/providers.ts';
import { type Costly, createQuotas, type Quotas } from './config/quotas.ts';
import type { ReceiptDeps } from './receipts/issue-documents.ts';
import { admit } from '#server/orders/sell/admit.ts';
import { payableUntil, type Sale } from '#server/orders/sell/on-sale.ts';
import { overtaken, overtakenBy } from '#server/orders/sell/overtaken.ts';
import { isOversold } from '#server/orders/sell/places-left.ts';
import { transferEnd } from '#server/orders/sell/transfer-end.ts';

type Settings = {
  db: Db;
  content: Content;
  /** The providers that are configured; free orders need none. */
  providers: readonly PaymentProvider[];
  mode: PaymentMode;
  /** The limit of each quota; Infinity: no quota. */
  most: Record<Costly, number>;
  /** The most unpaid payments that one network may begin in an hour; Infinity: any number. */
  mostOfNetwork: number;
  /** The key that makes addresses unreadable in tables; the same on every server. */
  networkKey: string;
  /** Off for load tests: an address may get any number of mails in a day. */
  areMailsLimited?: boolean | undefined;
  clock: Clock;
  newId: NewId;
  /** Writes a line to the log that a person has to act on. */
  alarm: PaymentContext['alarm'];
};

/** The dependencies of all services. */
export type Container = {
  mailLayout: MailLayout;
  quotas: Quotas;
  context: PaymentContext;
  receipts: ReceiptDeps;
  /** Knows whether registration is open and how many places are left. */
  sale: Sale;
  /** A pseudonym for a network: the same network has the same one. */
  networkDigest: (network: string) => string;
};

/** PayPal is off if it does not take the currency of the prices. With real keys of PayPal the start refuses such prices. */
function isUsable({ prices }: Content) {
  return ({ name }: PaymentProvider) => name !== 'paypal' || isTakenByPaypal(prices.currency);
}

/**
 * Connects the services, and registers which receipts and mails each payment event causes. The server, the organiser's
 * commands and the tests all use this function.
 */
export function createContainer(settings: Settings): Container {
  const { db, content, providers, mode, most, mostOfNetwork, clock, newId, alarm } = settings;
  const mailLayout = mailLayoutOf(content, mode, settings.areMailsLimited);
  const networkDigest = (network: string) =>
    createHmac('sha256', settings.networkKey).update(network).digest('base64url');
  const quotas = createQuotas({ db, most, clock, newId, mailLayout, alarm });

  const receipts: ReceiptDeps = {
    mailLayout,
    calendar: calendarOf(content, clock),
    clock,
    newId,
  };
  const sale = { content, clock };
  const context: PaymentContext = {
    db,
    commit: createGroupCommit(db),
    mode,
    clock,
    newId,
    alarm,
    providers: new Map(
      [
        ...providers.filter(isUsable(content)),
        transferProvider({ db, mode, mailLayout, clock, newId }),
        ...providersOfFeatures({ db, mode, clock, newId }),
        freeProvider(db),
      ].map((provider) => [provider.name, provider]),
    ),
    ways: offeredWays(content.conference, content.prices.currency),
    wordsIn: (language) => inLanguage(content, language),
    currency: content.prices.currency,
    statesTax: statesTax(content.prices),
    admit: (tx, payable, network) => admit(tx, sale, payable, network),
    overtaken: (of, payable) => overtaken(of, content, payable),
    overtakenBy,
    isOversold: (tx, order) => isOversold(tx, content.prices, order),
    closeOvertaken: (orderId, actor) => closeOvertaken(context, orderId, actor),
    payableUntil: (payable, lapsesAt) => payableUntil(content, payable, lapsesAt),
    transferEnd: (language, chosen = clock()) =>
      transferEnd(inLanguage(content, language).conference, chosen),
    secretary: content.conference.secretary.email,
    referencePrefix: content.conference.referencePrefix,
    quota: {
      everybody: quotas.payments,
      mostOfNetwork,
      networkOf: (address) => networkDigest(neighbourhoodOf(address)),
    },
    events: eventsOf(receipts, () => context),
    visitorTimeoutMs: 11_500,
  };
  return { mailLayout, quotas, context, receipts, sale, networkDigest };
}

function calendarOf(content: Content, clock: Clock): ReceiptDeps['calendar'] {
  return (order, { registrationId, origin }) => {
    const { reference, items } = order;
    const own = itemsFor(items, registrationId);
    const room = own.find(({ kind }) => kind === 'room');
    const days = ticketDays(content.prices, choiceOf(own)?.presentation);
    const stay = room && stayOf(room);
    const nights = stay && { registrationId, reference, stay, changedAt: timestamp(clock()) };
    return {
      fileName: 'conference.ics',
      type: 'text/calendar; charset=utf-8; method=PUBLISH',
      content: makeCalendar(inLanguage(content, order.language), { origin, nights, days }),
    };
  };
}

/** The common part of all mails of this conference. Outside live mode, mails and receipts are marked as a test. */
export function mailLayoutOf(
  content: Content,
  mode: PaymentMode,
  areMailsLimited = true,
): MailLayout {
  const layouts = new Map(
    [content, ...Object.values(content.translations)].map((own): [string, MailLayout] => [
      own.language,
      {
        base: own.base,
        conference: own.conference,
        words: own.mails,
        labels: own.labels,
        language: own.language,
        taxExemption: own.prices.taxExemption,
        proofs: proofsIn(own),
        purposes: purposesOfFeatures(own),
        isTest: mode !== 'live',
        isLimited: areMailsLimited,
        in: (wanted) => layouts.get(wanted) ?? first(),
        first: () => first(),
      },
    ]),
  );
  const first = (): MailLayout => {
    const layout = layouts.get(content.language);
    if (!layout) throw new Error('a conference has mails in its first language');
    return layout;
  };
  return first();
}

/** The sentence of a mail about the proof that each type needs. */
function proofsIn({ prices, labels }: Content): NonNullable<MailLayout['proofs']> {
  return Object.fromEntries(
    prices.presentationTypes.flatMap(({ id, price, proof }) => {
      if (!proof) return [];
      return [[id, { words: proofWords(proof, labels.proof), price, proof }]];
    }),
  );
}

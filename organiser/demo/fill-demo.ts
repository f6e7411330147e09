import { seeded } from '#documents/seeded.ts';
import { possibleCombination } from '#contract/content/combinations.ts';
import { dayOf } from '#contract/content/calendar-days.ts';
import type { Way } from '#contract/content/ways.ts';
import { asCents, type Cents, decimalFromCents, feeOn } from '#contract/money.ts';
import { NOTHING, ofRequests } from '#contract/requests.ts';
import { planPaid } from '#server/bank/plan-paid.ts';
import { countRows } from '#server/database/all-rows.ts';
import { type Db, inTransaction } from '#server/database/database.ts';
import { agree } from '#server/discount/agree.ts';
import { payDiscount } from '#server/discount/pay-discount.ts';
import { DAY, HOUR, MINUTE } from '#contract/time-spans.ts';
import { newId, timestamp } from '#server/identity.ts';
import type { Checkout } from '#server/payments/checkout.ts';
import { planCancellation } from '#server/orders/change/cancel-order.ts';
import { expireOrders } from '#server/orders/rows/order-states.ts';
import { getOrder } from '#server/orders/rows/orders.ts';
import { PROVIDERS } from '#server/payments/offered-ways.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import { findPaymentByRef, type Payment } from '#server/payments/payments.ts';
import { requestRefund, sendRefund } from '#server/payments/send-refunds.ts';
import { syncDispute } from '#server/payments/sync-disputes.ts';
import { syncPayment } from '#server/payments/sync-payment.ts';
import { payForRegistration } from '#server/registration/pay-for-registration.ts';
import { register } from '#server/registration/register.ts';
import {
  type Choice,
  priceOf,
  type RegistrationPrice,
} from '#server/orders/sell/registration-price.ts';
import { act } from '#server/operations/act.ts';
import { sendAbstract } from './demo-abstracts.ts';
import type { DemoDeps } from './demo-deps.ts';
import { type DemoPerson, demoPerson } from './demo-people.ts';
import type { DemoProvider } from './demo-provider.ts';
import { ActionImpossible } from '#server/operations/plan.ts';

export const DEMO_PEOPLE = 300;
export const DEMO_ABSTRACTS = 45;

/** The number of people with each fate; all others paid by card. */
const FATES = {
  registered: 36,
  awaiting: 12,
  expired: 24,
  failed: 5,
  paypal: 62,
  refundedInPart: 9,
  refunded: 8,
  disputed: 2,
  disputeWon: 1,
  disputeLost: 1,
  mismatch: 1,
  cancelled: 8,
  agreed: 9,
  notAgreed: 2,
} as const;
type Fate = keyof typeof FATES | 'card';

const DAYS = 90;

/** Throws if there is real data, which must not be mixed with invented data. */
export async function refuseUsed(db: Db): Promise<void> {
  for (const table of ['participants', 'orders', 'abstracts'] as const) {
    if ((await countRows(db, table)) === 0) continue;
    throw new ActionImpossible(
      `There are ${table} already: a demonstration is made in an empty installation only.`,
    );
  }
}

/**
 * Fills an empty installation with invented people in every state, over the last 90 days, through the services of real
 * visitors. The people and their actions are the same each time. `step` is called after each person and each abstract.
 */
export async function fillDemo(deps: DemoDeps, step: () => void): Promise<void> {
  const { context, now } = deps;
  await refuseUsed(context.db);
  const end = now.at;
  const chance = seeded(26);
  const fates = fatesInOrder(chance);
  for (const [number, fate] of fates.entries()) {
    // More people register as the conference comes nearer.
    const ago =
      fate === 'awaiting' ? chance() * 50 * MINUTE : DAY / 8 + chance() ** 1.6 * DAYS * DAY;
    await live(deps, demoPerson(number), fate, { at: new Date(end.getTime() - ago), end, chance });
    step();
  }
  now.at = end;
  await expireOrders(context.db, timestamp(end));
  const abstracts: string[] = [];
  const { sessions, interestAreas } = deps.content.sessions;
  // A conference may take no abstracts, or have no sessions yet.
  const count = sessions.length > 0 && interestAreas.length > 0 ? DEMO_ABSTRACTS : 0;
  for (let number = 0; number < count; number++) {
    now.at = new Date(end.getTime() - DAY / 4 - chance() * (DAYS - 1) * DAY);
    abstracts.push(await sendAbstract(deps, number * 5, number));
    step();
  }
  now.at = new Date(end.getTime() - DAY / 5);
  for (const part of deps.parts) {
    if (count > 0) await part.abstractsSent?.(deps, abstracts);
  }
  now.at = end;
  for (const part of deps.parts) await part.peopleRegistered?.(deps);
  await markMails(context.db, end);
}

/** The requests of some people. */
const ASKED = { yes: true, number: 1, text: 'Please write to me' };

type Life = { at: Date; end: Date; chance: () => number };

/** Lets one person register, pay and so on, according to the fate. */
async function live(deps: DemoDeps, person: DemoPerson, fate: Fate, life: Life): Promise<void> {
  const { context, now } = deps;
  const { at, end, chance } = life;
  /** Moves the clock forward, but not beyond the end. */
  const wait = (milliseconds: number) => {
    now.at = new Date(Math.min(now.at.getTime() + milliseconds, end.getTime()));
  };
  now.at = at;
  if (fate === 'agreed' || fate === 'notAgreed') return payAgreed(deps, person, fate, wait);
  const price = choose(deps, chance);
  if (fate === 'registered') return registerOnly(deps, person, price);
  const isPaypal = fate === 'paypal' || (fate !== 'card' && chance() < 0.3);
  const way = wayOf(context, isPaypal ? 'paypal' : 'card', chance);
  const checkout = await payForRegistration(
    context,
    { ...registrationDeps(deps), findMemberKey: async () => undefined },
    {
      ...person,
      priceId: price.id,
      presentationType: price.presentation,
      registrationType: price.registration,
      nights: price.nights,
      guests: price.guests,
      ...ofRequests(({ kind }) => (chance() < 0.1 ? ASKED[kind] : NOTHING[kind])),
    },
    { provider: PROVIDERS[way], ...visiting(deps) },
  );
  if (fate === 'awaiting') return;
  const payment = await paymentOf(context, checkout);
  if (payment.provider === 'free') {
    await syncPayment(context, payment.id, 'status');
    return;
  }
  const ref = checkout.ref;
  wait((2 + chance() * 8) * MINUTE);
  if (fate === 'cancelled') return cancel(deps, payment);
  if (fate === 'expired' || fate === 'failed') {
    if (way === 'transfer') wait(Date.parse(payment.expiresAt) - now.at.getTime());
    else {
      wait(70 * MINUTE);
      providerOf(deps, way).end(ref, fate);
    }
    await syncPayment(context, payment.id, 'reconciler');
    return;
  }
  const isWrong = fate === 'mismatch';
  const arrived = asCents(payment.amountCents - (isWrong ? 100 : 0));
  await pay(deps, way, payment, arrived);
  wait((1 + chance() * 5) * DAY);
  if (fate === 'refunded' || fate === 'refundedInPart') return refund(deps, payment, fate);
  // Nobody disputes a transfer.
  if (fate.startsWith('dispute') && way !== 'transfer') {
    await openDispute(deps, providerOf(deps, way), { ref, fate, end }, wait);
  }
}

/** The way in which a person pays: the wanted one, if the conference offers it, or a transfer by some people. */
function wayOf({ ways }: PaymentContext, wanted: Way, chance: () => number): Way {
  if (ways.includes('transfer') && chance() < 1 / ways.length) return 'transfer';
  return ways.includes(wanted) ? wanted : (ways[0] ?? wanted);
}

function providerOf({ providers }: DemoDeps, way: Exclude<Way, 'transfer'>): DemoProvider {
  return way === 'card' ? providers.stripe : providers.paypal;
}

/** The money of a payment arrives: at the provider, or on the account of the conference as an organiser books it. */
async function pay(deps: DemoDeps, way: Way, payment: Payment, cents: Cents): Promise<void> {
  const { context, content, now } = deps;
  if (way !== 'transfer') {
    providerOf(deps, way).end(payment.ref ?? '', 'paid', cents);
    await syncPayment(context, payment.id, 'webhook');
    return;
  }
  const { reference } = await getOrder(context.db, payment.orderId);
  const amount = decimalFromCents(cents, context.currency);
  const on = dayOf(now.at, content.conference.dates.timezone);
  await (await planPaid({ ...deps, payments: context }, { reference, amount, on })).perform();
}

async function registerOnly(
  deps: DemoDeps,
  person: DemoPerson,
  { presentation: presentationType, registration: registrationType }: RegistrationPrice,
): Promise<void> {
  await register(
    deps.context.commit,
    registrationDeps(deps),
    { ...person, presentationType, registrationType },
    { idempotencyKey: undefined, origin: deps.origin },
  );
}

/** A person pays an agreed amount. The organisers agree before or after the payment, or not yet. */
async function payAgreed(
  deps: DemoDeps,
  person: DemoPerson,
  fate: 'agreed' | 'notAgreed',
  wait: (milliseconds: number) => void,
): Promise<void> {
  const { context, content, now } = deps;
  const { prices } = content;
  const [type] = prices.presentationTypes;
  const amountCents = asCents(Math.max(Math.floor((type?.price[0] ?? 20_000) / 2), 1000));
  const words = 'Reduced fee of a member, agreed with the organisers';
  const { email } = person;
  const isBefore = now.at.getTime() % 2 === 0;
  const agreed = async () => {
    await inTransaction(context.db, (tx) => agree(tx, context, { email, amountCents, words }));
    await note(deps, 'agree', undefined, `an amount was agreed with ${person.name}`);
  };
  if (fate === 'agreed' && isBefore) await agreed();
  const way = context.ways[0] ?? 'card';
  const { ref } = await payDiscount(
    context,
    { ...context, mailLayout: deps.mailLayout },
    {
      customer: person,
      description: 'Member of the society, as agreed by email',
      totalCents: asCents(amountCents + feeOn(amountCents, prices.fee, prices.currency)),
      quantity: 1,
      currency: undefined,
    },
    prices,
    { provider: PROVIDERS[way], ...visiting(deps) },
  );
  wait(5 * MINUTE);
  const payment = await paymentOf(context, { ref });
  await pay(deps, way, payment, payment.amountCents);
  wait(DAY);
  if (fate === 'agreed' && !isBefore) await agreed();
}

async function refund(
  deps: DemoDeps,
  { id, orderId, amountCents }: Payment,
  fate: 'refunded' | 'refundedInPart',
): Promise<void> {
  const { context } = deps;
  const part = fate === 'refundedInPart' ? asCents(Math.round(amountCents / 4)) : undefined;
  await sendRefund(context, await requestRefund(context, id, part, 'organiser'));
  const { reference } = await getOrder(context.db, orderId);
  await note(deps, 'refund', reference, part === undefined ? 'all of it' : 'a quarter of it');
}

async function cancel({ context, ...organising }: DemoDeps, { orderId }: Payment): Promise<void> {
  const { reference } = await getOrder(context.db, orderId);
  const plan = await planCancellation({ ...organising, payments: context }, { reference });
  await plan.perform();
}

async function openDispute(
  { context, now }: DemoDeps,
  provider: DemoProvider,
  { ref, fate, end }: { ref: string; fate: Fate; end: Date },
  wait: (milliseconds: number) => void,
): Promise<void> {
  const openedAt = timestamp(now.at);
  const dueAt = timestamp(end, 9 * DAY);
  const id = provider.dispute(ref, { state: 'OPENED', openedAt, dueAt });
  await syncDispute(context, provider.name, id, 'webhook');
  if (fate === 'disputed') return;
  wait(DAY);
  const state = fate === 'disputeWon' ? 'WON' : 'LOST';
  provider.dispute(ref, { state, openedAt, dueAt: undefined });
  await syncDispute(context, provider.name, id, 'webhook');
}

/**
 * Marks all mails as sent, except two that count as given up, so that no server sends them. None counts for MAILS_PER_HOUR,
 * because a mail of somebody who tries the commands would wait an hour for these.
 */
async function markMails(db: Db, end: Date): Promise<void> {
  const hourAgo = timestamp(end, -HOUR);
  await db
    .updateTable('outbox')
    .set((is) => ({
      sent_at: is
        .case()
        .when('created_at', '<', hourAgo)
        .then(is.ref('created_at'))
        .else(hourAgo)
        .end(),
    }))
    .where('sent_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .execute();
  const given = await db
    .selectFrom('outbox')
    .select('id')
    .where('kind', '=', 'registration-received')
    .where('withdrawn_at', 'is', null)
    .orderBy('created_at')
    .limit(2)
    .execute();
  await db
    .updateTable('outbox')
    .set({ sent_at: null, dead_at: timestamp(end), attempts: 10, trouble: 'EENVELOPE 550 RCPT TO' })
    .where('id', 'in', ['', ...given.map(({ id }) => id)])
    .execute();
}

function note(
  { context, actor }: DemoDeps,
  action: string,
  reference: string | undefined,
  words: string,
): Promise<void> {
  return act({ payments: context, actor }, ({ record }) => record({ action, reference, words }));
}

function choose({ content, now }: DemoDeps, chance: () => number): RegistrationPrice {
  const { prices } = content;
  const { room, extras } = prices;
  const presentationTypes = prices.presentationTypes.filter(({ onlyFor }) => !onlyFor);
  const type = presentationTypes[Math.floor(chance() ** 1.4 * presentationTypes.length)];
  const isStay = room !== undefined && chance() < 0.35;
  const wanted: Choice = {
    presentation: type?.id ?? '',
    registration: isStay ? 'stay' : 'registration',
    nights: isStay ? 1 + Math.floor(chance() * 4) : 0,
    guests: isStay && chance() < 0.3 ? 1 : 0,
    extras: Object.fromEntries(
      extras.filter(() => chance() < 0.3).map(({ id }): [string, number] => [id, 1]),
    ),
  };
  const choice = possibleCombination(prices, wanted);
  const price = priceOf(prices, choice, timestamp(now.at));
  if (!price) throw new Error(`there is no price for ${JSON.stringify(choice)}`);
  return price;
}

function registrationDeps({ context, mailLayout, content }: DemoDeps) {
  const { clock } = context;
  return { clock, newId, mailLayout, prices: content.prices, isLimited: true };
}

function visiting({ origin }: DemoDeps) {
  const returns = {
    origin,
    success: `${origin}/payment-success`,
    paid: `${origin}/payment-success`,
    cancel: origin,
  };
  return { returns, address: '127.0.0.1' };
}

async function paymentOf({ db }: PaymentContext, { ref }: Pick<Checkout, 'ref'>): Promise<Payment> {
  const payment = await findPaymentByRef(db, ref);
  if (!payment) throw new Error(`the checkout ${ref} has no payment`);
  return payment;
}

function fatesInOrder(chance: () => number): Fate[] {
  const fates = Object.entries(FATES).flatMap(([fate, count]) =>
    Array.from({ length: count }, () => fate as Fate),
  );
  const all = [...fates, ...Array.from({ length: DEMO_PEOPLE - fates.length }, (): Fate => 'card')];
  return all
    .map((fate) => ({ fate, rank: chance() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ fate }) => fate);
}

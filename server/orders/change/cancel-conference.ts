import { amountWithCode, asCents, type Cents } from '#contract/money.ts';
import { timestamp } from '#server/identity.ts';
import { ActionImpossible, type Organising } from '#server/operations/plan.ts';
import { listRefunds, unsettledRefunds } from '#server/payments/refunds.ts';
import { REFUNDED_AT_ONCE, sendRefunds } from '#server/payments/send-refunds.ts';
import { eachAtOnce } from '#server/at-once.ts';
import { counted } from '#server/counted.ts';
import { type ALL, planCancellation } from './cancel-order.ts';
import {
  getOrder,
  isAsked,
  isCancelled,
  liveOrders,
  type Order,
} from '#server/orders/rows/orders.ts';

/** The refund of each order: everything that is left, or, without an amount, by the conference's rules. */
export type ConferenceRequest = { amount: typeof ALL | undefined };

type Say = (sentence: string) => Promise<void>;

export type ConferencePlan = {
  words: string[];
  /**
   * Cancels some orders at once and reports its progress, until an interruption; returns whether nothing is left to do.
   */
  perform: (say: Say, interruption?: AbortSignal) => Promise<boolean>;
};

/**
 * Cancels every order that has a place or waits for a payment, each in a transaction of its own, as
 * `planCancellation` does. The rows of the orders record the progress: after an interruption a second run continues,
 * and no money is refunded twice.
 */
export async function planConferenceCancellation(
  organising: Organising,
  request: ConferenceRequest,
): Promise<ConferencePlan> {
  const { cancellation } = organising.content.conference;
  if (request.amount === undefined && !cancellation) {
    throw new ActionImpossible(
      'conference.yaml has no rules for cancellations: add --amount all to refund everything.',
    );
  }
  const orders = await ordersToCancel(organising);
  const sums = new Map<string, Cents>();
  const trouble: string[] = [];
  for (const { reference, currency } of orders) {
    try {
      const { outcome } = await planCancellation(organising, { reference, ...request });
      const { backCents } = outcome;
      const sum = asCents((sums.get(currency.code) ?? 0) + backCents);
      if (backCents > 0) sums.set(currency.code, sum);
    } catch (error) {
      if (!(error instanceof ActionImpossible)) throw error;
      trouble.push(`${reference}: ${error.message}`);
    }
  }
  const paid = orders.filter(isPaid).length;
  const by = request.amount === undefined ? 'by the rules of conference.yaml' : 'all that is left';
  const money = [...sums].map(([code, cents]) => {
    const currency = orders.find((order) => order.currency.code === code)?.currency;
    return currency ? amountWithCode(cents, currency) : '';
  });
  return {
    words: [
      `${counted(orders.length, 'order')} would be cancelled: ${paid} with a place, ${orders.length - paid} that wait for a payment.`,
      money.length === 0
        ? 'No money would be refunded.'
        : `${money.join(' and ')} would be refunded, ${by}.`,
      ...(trouble.length === 0
        ? []
        : [`${trouble.length} of them cannot be cancelled now:`, ...trouble]),
      ...(hasClosed(organising)
        ? []
        : ['The registration is open: close it in conference.yaml first, or new orders come in.']),
    ],
    perform: (say, interruption) => cancelAll(organising, request, say, interruption),
  };
}

function isPaid({ paidPaymentId }: Order): boolean {
  return paidPaymentId !== undefined;
}

function hasClosed({ payments: { clock }, content: { conference } }: Organising): boolean {
  const { until } = conference.opening.registration;
  return until !== undefined && until.at <= timestamp(clock());
}

/**
 * Leaves out amounts that an organiser asked for, which are about other things than places, and further unpaid orders of
 * a person in the list: the cancellation of the listed order withdraws them.
 */
async function ordersToCancel({ payments: { db, clock } }: Organising): Promise<Order[]> {
  const people = new Set<string>();
  const orders: Order[] = [];
  for (const order of await liveOrders(db, timestamp(clock()))) {
    const { participantIds } = order;
    if (isAsked(order)) continue;
    if (!isPaid(order) && participantIds.some((id) => people.has(id))) continue;
    for (const id of participantIds) people.add(id);
    orders.push(order);
  }
  return orders;
}

async function cancelAll(
  organising: Organising,
  request: ConferenceRequest,
  say: Say,
  interruption?: AbortSignal,
): Promise<boolean> {
  const { payments } = organising;
  const { db } = payments;
  const orders = await ordersToCancel(organising);
  const trouble: string[] = [];
  let done = 0;
  const cancel = async ({ id, reference }: Order) => {
    const said = await cancelOne(organising, { id, reference }, request);
    if ('trouble' in said) trouble.push(`${reference}: ${said.trouble}`);
    const words = 'trouble' in said ? 'not cancelled' : said.words;
    done += 1;
    await say(`${done} of ${orders.length}  ${reference}  ${words}`);
  };
  // Most of the time passes while providers answer.
  const cancelInTurn = async (ofSamePeople: readonly Order[]) => {
    for (const order of ofSamePeople) if (!interruption?.aborted) await cancel(order);
  };
  await eachAtOnce(REFUNDED_AT_ONCE, bySamePeople(orders), cancelInTurn, interruption);
  if (done < orders.length) {
    await say(
      `Interrupted: ${done} of ${orders.length} orders are done, and the server sends their refunds. Give the same command again for the others.`,
    );
    return false;
  }
  // An interrupted run may have left some refunds, which the server would send within a minute.
  await sendRefunds(payments, (error) => {
    throw error;
  });
  const unsent = [...(await listRefunds(db, 'REQUESTED')), ...(await listRefunds(db, 'ASKED'))]
    .length;
  if (unsent > 0) {
    await say(`Refunds that are not sent yet: ${unsent}. The server tries again every minute.`);
  }
  const refused = (await unsettledRefunds(db)).filter(({ state }) => state === 'REFUSED').length;
  if (refused > 0) {
    await say(
      `Refunds that the provider refused: ${refused}. Nothing was sent; doctor shows them.`,
    );
  }
  const known = new Set(orders.map(({ id }) => id));
  const more = (await ordersToCancel(organising)).filter(({ id }) => !known.has(id)).length;
  if (more > 0) await say(`Orders that came meanwhile: ${more}. Give the same command again.`);
  await say(`Cancelled: ${orders.length - trouble.length}. Not cancelled: ${trouble.length}.`);
  for (const sentence of trouble) await say(sentence);
  return trouble.length === 0 && more === 0 && refused === 0;
}

/**
 * Orders that share a person are cancelled one after the other: each cancellation asks whether another order keeps the
 * person's place.
 */
function bySamePeople(orders: readonly Order[]): Order[][] {
  const groups = new Map<string, Order[]>();
  for (const order of orders) {
    const known = new Set(order.participantIds.flatMap((id) => groups.get(id) ?? []));
    const group = [...known, order];
    for (const { id, participantIds } of group) {
      for (const key of [id, ...participantIds]) groups.set(key, group);
    }
  }
  return [...new Set(groups.values())];
}

async function cancelOne(
  organising: Organising,
  { id, reference }: Pick<Order, 'id' | 'reference'>,
  request: ConferenceRequest,
): Promise<{ words: string } | { trouble: string }> {
  try {
    const { perform } = await planCancellation(organising, { reference, ...request });
    return { words: (await perform()).join(' ') };
  } catch (error) {
    if (!(error instanceof ActionImpossible)) throw error;
    // Another organiser may have cancelled the order at this moment.
    if (isCancelled(await getOrder(organising.payments.db, id))) return { words: 'Cancelled.' };
    return { trouble: error.message };
  }
}

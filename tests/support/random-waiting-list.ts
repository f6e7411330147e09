import { HOUR } from '#contract/time-spans.ts';
import { serveWaiting } from '#features/waiting-list/queue.ts';
import { asCents } from '#contract/money.ts';
import { inTransaction } from '#server/database/database.ts';
import { listMessages } from '#server/mail/posted-messages.ts';
import { planCancellation } from '#server/orders/change/cancel-order.ts';
import { findOrder, isCancelled, listOrders, ordersFor } from '#server/orders/rows/orders.ts';
import { changeLimit } from '#server/orders/sell/places.ts';
import { countChangedOrders } from '#server/orders/sell/taken-places.ts';
import { limitsNow, limitsOf } from '#server/orders/sell/place-limits.ts';
import { awaitedPlaces } from '#features/waiting-list/awaited.ts';
import {
  listAdditions,
  listEntries,
  type WaitingEntry,
} from '#features/waiting-list/waiting-list.ts';
import { pollOpenPayments } from '#server/payments/poll-open-payments.ts';
import { carriedOut, press } from './a-group.ts';
import { type Dice, diceFrom } from './dice.ts';
import { fixtureContent } from './fixture-content.ts';
import { withPlaces } from './fixture-prices.ts';
import { contradictionsIn, countedPlaces } from './order-differences.ts';
import { startTestServer, type TestServer } from './test-server.ts';
import { unexpected } from './unexpected.ts';
import { aCheckout, aPerson, payAt } from './visitor.ts';
import { fieldsOf, openPage, pathOf, sendForm } from './own-page.ts';
import { payLink } from './paid-registration.ts';
import { join, offerFreePlaces, take, waitingListOf } from './waiting-list.ts';

/** The ids of the choices that people make. */
const CHOICES = [
  'poster',
  'poster',
  'speaker',
  'poster.dinner-2',
  'speaker.dinner-1',
  'poster-stay-2n-0g',
  'speaker-stay-1n-0g',
];

/** A small conference: every kind of places is limited. */
function smallConference(dice: Dice) {
  const { prices } = fixtureContent;
  const { room } = prices;
  return {
    ...fixtureContent,
    conference: { ...fixtureContent.conference, waitingForMore: { hours: 20 } },
    prices: {
      ...withPlaces(withPlaces(prices, 'poster', 1 + dice(2)), 'speaker', 1 + dice(2)),
      places: 2 + dice(3),
      room: room && { ...room, nights: 1 + dice(3) },
      extras: [
        {
          id: 'dinner',
          label: 'Conference dinner',
          price: [asCents(6500)],
          most: 2,
          places: 1 + dice(3),
          opening: {},
        },
      ],
    },
  };
}

export type WaitingRun = {
  acts: string[];
  found: string[];
  /** The number of offers, and of those that were taken. */
  offers: number;
  taken: number;
};

/** One history of a small conference with a waiting list; after each act its rules are checked. */
export async function runWaitingList(seed: number, most = 30): Promise<WaitingRun> {
  const dice = diceFrom(seed);
  const server = await startTestServer({ content: smallConference(dice) });
  const acts: string[] = [];
  const found: string[] = [];
  try {
    const open: string[] = [];
    // Without a crowd at the beginning nothing would be sold out.
    for (let at = 0; at < 6; at++)
      await visitorBuys(server, CHOICES[dice(CHOICES.length)] ?? '', open);
    for (let at = 0; at < 4; at++) await join(server, aPerson(), CHOICES[dice(CHOICES.length)]);
    for (let at = 0; at < most && found.length === 0; at++) {
      const before = { counts: await countedPlaces(server), queue: await queueOf(server) };
      acts.push(await actRandomly(server, dice, open));
      found.push(...(await brokenRules(server, before, acts.at(-1) ?? '')));
      await countChangedOrders(server.db);
    }
    const entries = await server.db
      .selectFrom('waiting_list')
      .select(['offered_at', 'state'])
      .execute();
    const offers = entries.filter(({ offered_at }) => offered_at !== null).length;
    const taken = entries.filter(({ state }) => state === 'TAKEN').length;
    return { acts, found, offers, taken };
  } finally {
    await server.close();
  }
}

async function actRandomly(server: TestServer, dice: Dice, open: string[]): Promise<string> {
  const pick = <T>(some: readonly T[]): T | undefined => some[dice(Math.max(1, some.length))];
  const offered = pick(await listEntries(server.db, 'OFFERED'));
  const choice = pick(CHOICES) ?? 'poster';
  switch (dice(20)) {
    case 0:
    case 1:
    case 2:
      await join(server, aPerson(), choice);
      return `somebody joins for ${choice}`;
    case 3:
    case 4:
      return visitorBuys(server, choice, open);
    case 5:
    case 6: {
      const url = open.splice(dice(Math.max(1, open.length)), 1)[0];
      if (url === undefined) return 'nobody pays';
      await fetch((await payAt(url)).headers.get('location') ?? `${server.origin}/healthz`);
      return 'somebody pays';
    }
    case 7: {
      const paid = (await listOrders(server.db)).filter(
        (order) => order.state === 'CONFIRMED' && !isCancelled(order),
      );
      const order = pick(paid);
      if (!order) return 'nobody cancels';
      const { reference } = order;
      await carriedOut(planCancellation(server.organising, { reference, amount: '0' }));
      return `${reference} is cancelled`;
    }
    case 8: {
      const hours = 1 + dice(30);
      server.clock.advance(hours * HOUR);
      server.sandbox.control.advance(0);
      await pollOpenPayments(server.context, unexpected);
      return `${hours} hours pass`;
    }
    case 9: {
      const [kind = '', insteadOf = 0] =
        pick(Object.entries(limitsOf(server.content.prices))) ?? [];
      const limit = dice(5);
      await inTransaction(server.db, (tx) => changeLimit(tx, { kind, limit, insteadOf }));
      return `${kind} is limited to ${limit}`;
    }
    case 10:
      if (!offered) return 'nobody declines';
      await sendForm(server, `/offer/${offered.token}/decline`);
      return `${offered.email} declines`;
    case 11: {
      const wish = offered ?? pick(await listEntries(server.db, 'WAITING'));
      if (!wish) return 'nobody takes';
      const { location } = await take(server, wish);
      const ways = location?.startsWith('/registration/') && dice(2) === 1;
      if (ways) {
        const url = (await press(server, `${location}/pay`, 'card')).headers.get('location');
        if (url?.startsWith('http')) open.push(url);
      }
      return `${wish.email} takes: ${location?.slice(0, 14)}`;
    }
    case 12:
    case 13:
    case 14:
      return participantAsks(server, dice);
    case 15:
      return participantTakes(server, dice);
    default:
      // Two servers run the job, and a visitor presses at the same moment.
      await Promise.all([
        offerFreePlaces(server),
        offerFreePlaces(server),
        ...(dice(2) === 1 ? [visitorBuys(server, choice, open)] : []),
      ]);
      return 'free places are offered';
  }
}

/** The page of somebody with a place, sometimes of somebody whose place was cancelled. */
async function ownPage(server: TestServer, dice: Dice): Promise<string | undefined> {
  const paid = (await listOrders(server.db)).filter(({ state }) => state === 'CONFIRMED');
  const order = paid[dice(Math.max(1, paid.length))];
  return order && pathOf(order);
}

/** Somebody with a place asks for a dinner or a night, twice at the same moment, or stops waiting. */
async function participantAsks(server: TestServer, dice: Dice): Promise<string> {
  const page = await ownPage(server, dice);
  if (page === undefined) return 'nobody asks for more';
  const thing = ['dinner', 'dinner', 'room'][dice(3)] ?? 'dinner';
  const own = await listAdditions(server.db);
  const entry = dice(4) === 0 ? own[dice(Math.max(1, own.length))]?.id : undefined;
  const wish = { act: 'ask', thing, count: 1 + dice(2) };
  const form = entry === undefined ? wish : { act: 'end', entry };
  const send = () => sendForm(server, `${page}/waiting`, form);
  await Promise.all([send(), ...(dice(3) === 0 ? [send()] : [])]);
  return entry === undefined ? `a participant asks for ${thing}` : 'a participant stops waiting';
}

/** Somebody takes an offer of more, and mostly pays it; or only looks at what it costs. */
async function participantTakes(server: TestServer, dice: Dice): Promise<string> {
  const offered = (await listAdditions(server.db)).filter(({ state }) => state === 'OFFERED');
  const entry = offered[dice(Math.max(1, offered.length))];
  const order = entry && (await ordersFor(server.db, [entry.participantId ?? '']))[0];
  if (!order) return 'nobody takes more';
  const page = pathOf(order);
  const { text } = await openPage(server, `${page}/waiting`);
  const form = text.split('<form').find((each) => each.includes(`action="${page}/change"`));
  const check = form && (await sendForm(server, `${page}/change`, fieldsOf(`<form${form}`)));
  if (!check || dice(5) === 0) return 'a participant looks at an offer';
  const agree = () => sendForm(server, `${page}/change`, fieldsOf(check.text));
  const [done] = await Promise.all([agree(), ...(dice(3) === 0 ? [agree()] : [])]);
  if (done?.location.includes('/changes/') && dice(4) > 0) await payLink(server, done.location);
  return `a participant takes more: ${done?.location.slice(0, 14) ?? ''}`;
}

/** A visitor who asks for no price before, because the form of another tab shows it. */
async function visitorBuys(server: TestServer, choice: string, open: string[]): Promise<string> {
  const { path, body } = await checkoutOf(server, choice);
  const { status, json } = await server.post(path, body);
  if (status === 200) open.push(String(json['url']));
  return `a visitor wants ${choice}: ${String(json['code'] ?? 'sold')}`;
}

/** The request of a form that shows a price, whether or not it is sold out by now. */
async function checkoutOf(server: TestServer, choice: string) {
  const { body } = await aCheckout(server, { presentationType: 'STUDENT' }).catch(() =>
    aStudent(server),
  );
  const [what = '', ...extras] = choice.split('.');
  const [, type = what, nights] = /^(.+)-stay-(\d+)n-0g$/.exec(what) ?? [];
  const { unitAmount: _amount, ...rest } = body;
  return {
    path: `/api/payment/create-checkout-session?pricingConfigId=${choice}`,
    body: {
      ...rest,
      pricingConfigId: choice,
      presentationType: type.toUpperCase(),
      registrationType: nights ? 'REGISTRATION_AND_ACCOMMODATION' : 'REGISTRATION_ONLY',
      accommodationNights: Number(nights ?? 1),
      extras: extras.map((each) => each),
    },
  };
}

async function aStudent(server: TestServer) {
  const person = aPerson();
  const back = `${server.origin}/payment-success?session_id={CHECKOUT_SESSION_ID}`;
  return {
    body: {
      ...person,
      productName: 'Registration',
      description: 'Registration',
      unitAmount: 0,
      quantity: 1,
      currency: 'eur',
      successUrl: back,
      cancelUrl: `${server.origin}/payment-cancel`,
      accommodationGuests: 0,
    },
  };
}

type Queue = { waiting: WaitingEntry[]; next: string[] };

async function queueOf(server: TestServer): Promise<Queue> {
  const { served } = await serveWaiting(server.db, waitingListOf(server).sale);
  const waiting = await listEntries(server.db, 'WAITING');
  return { waiting, next: served.map(({ entry }) => entry.id) };
}

async function brokenRules(
  server: TestServer,
  before: { counts: Map<string, number>; queue: Queue },
  act: string,
): Promise<string[]> {
  const { db, content } = server;
  const limits = await limitsNow(db, content.prices);
  const counts = await countedPlaces(server);
  const left = new Map(
    Object.entries(limits).map(([kind, limit]) => [kind, limit - (counts.get(kind) ?? 0)]),
  );
  const tooMany = [...left].flatMap(([kind, free]) =>
    free < 0 && (counts.get(kind) ?? 0) > (before.counts.get(kind) ?? 0)
      ? [`${kind} has ${-free} more than there are`]
      : [],
  );
  const skipped = skippedIn(before.queue.waiting, await listEntries(db, 'WAITING'), left, limits);
  // Nobody who comes later takes a place that is about to be offered.
  const now = await queueOf(server);
  const still = new Set(now.waiting.map(({ id }) => id));
  const lost = act.startsWith('a visitor')
    ? before.queue.next.filter((id) => still.has(id) && !now.next.includes(id))
    : [];
  const mails = (await listMessages(db, 1000)).filter(({ kind }) => kind === 'offer-made');
  const offered = await db
    .selectFrom('waiting_list')
    .select('id')
    .where('offered_at', 'is not', null)
    .execute();
  return [
    ...tooMany,
    ...skipped,
    ...lost.map((id) => `a visitor took the place of ${id}`),
    ...(mails.length === offered.length
      ? []
      : [`${offered.length} offers and ${mails.length} mails`]),
    ...(await ordersWithoutEntry(server)),
    ...(await contradictionsIn(server)),
  ];
}

/** People who still wait although somebody behind them got a place of a kind that was missing. */
function skippedIn(
  before: readonly WaitingEntry[],
  after: readonly WaitingEntry[],
  left: ReadonlyMap<string, number>,
  limits: Readonly<Record<string, number>>,
): string[] {
  const waits = new Set(after.map(({ id }) => id));
  const found: string[] = [];
  const missing = new Set<string>();
  for (const [at, entry] of before.entries()) {
    const { id, email } = entry;
    const wanted = Object.entries(awaitedPlaces(entry)).filter(([kind]) => left.has(kind));
    if (wanted.some(([kind, count]) => count > (limits[kind] ?? 0))) continue;
    if (!waits.has(id)) {
      if (wanted.some(([kind]) => missing.has(kind))) found.push(`${email} was served too early`);
      continue;
    }
    const behind = before.slice(at + 1).filter((other) => !waits.has(other.id));
    for (const [kind, count] of wanted) {
      const taken = behind.reduce((sum, one) => sum + (awaitedPlaces(one)[kind] ?? 0), 0);
      if (count > (left.get(kind) ?? 0) + taken) missing.add(kind);
    }
  }
  return found;
}

/** A taken offer has an order, until that is removed. */
async function ordersWithoutEntry({ db }: TestServer): Promise<string[]> {
  const taken = (await listEntries(db, 'TAKEN')).filter(
    ({ participantId }) => participantId === undefined,
  );
  const orders = await Promise.all(taken.map(({ orderId = '' }) => findOrder(db, orderId)));
  return orders.includes(undefined) ? ['an offer was taken without an order'] : [];
}

import { endOf } from '#server/privacy/cutoff.ts';
import { erasePerson } from '#server/privacy/erase-person.ts';
import { purge } from '#server/privacy/purge.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';
import { planConferenceCancellation } from '#server/orders/cancel-conference.ts';
import { ALL, planCancellation } from '#server/orders/cancel-order.ts';
import { planMemberCorrection } from '#server/orders/correct-member.ts';
import { planCorrection } from '#server/orders/correct-person.ts';
import { groupColumns } from '#server/orders/group-people.ts';
import { planInvitation } from '#server/orders/invite-guests.ts';
import { planMove } from '#server/orders/move-participant.ts';
import { findOrderByReference, isGroup, listOrders, type Order } from '#server/orders/orders.ts';
import { planAgreement } from '#server/discount/record-agreement.ts';
import { planRefund, planRefundTakenBack, planSettled } from '#server/orders/refund-order.ts';
import { planGroup } from '#server/orders/register-group.ts';
import { planUndoCancellation } from '#server/orders/undo-cancellation.ts';
import { planResend } from '#server/letters/resend-mails.ts';
import { listPayments, type Payment } from '#server/payments/payments.ts';
import { pollOpenPayments } from '#server/payments/poll-open-payments.ts';
import { listRefunds, type RefundState } from '#server/payments/refunds.ts';
import { hasMoney } from '#server/payments/payment-states.ts';
import { findParticipants } from '#server/orders/participants.ts';
import { aPayer, press } from './a-group.ts';
import { placesBeyond } from './order-differences.ts';
import type { Json } from './answer.ts';
import type { Dice } from './dice.ts';
import type { TestServer } from './test-server.ts';
import { aCheckout, aPaypalRequest, type aPerson, chooseAt, payAt } from './visitor.ts';

export type Somebody = ReturnType<typeof aPerson>;

/** The servers, people and payments of a run, and the facts that the run remembers about them. */
export type World = {
  server: TestServer;
  /** A second server on the same tables. */
  beside: TestServer;
  people: Somebody[];
  /** Open payment pages, and the providers' ids of their payments. */
  urls: string[];
  refs: string[];
  /** Plans that organisers have read but not carried out yet. */
  pendingPlans: Plan[];
  /** The versions of orders that a plan has changed. */
  changed: Set<string>;
  /** People whose names must not be in any table. */
  erased: Somebody[];
  /** The providers' ids of payments with a decided dispute. */
  decided: Set<string>;
  /** Invents a new person. */
  newcomer: () => Somebody;
};

/** One act: its name for the reader of a failed run, and its function. */
export type Act = { name: string; perform: () => Promise<unknown> };

const MINUTE = 60_000;
/** In the last three pauses the keys of PayPal and Stripe expire; in the last pause a link expires, too. */
const PAUSES = [1, 1, 5, 5, 20, 61, 7 * 60, 25 * 60, 3 * 24 * 60, 31 * 24 * 60] as const;
const FAULTS = [
  { status: 500 },
  { status: 500, remembered: true },
  { status: 409 },
  { status: 429 },
  'reset-before',
  'reset-after',
  'malformed',
  'unparsable',
] as const;
const CARDS = [
  '4242424242424242',
  '4242424242424242',
  '4242424242424242',
  '4000000000000002',
  '4000000000000077',
] as const;
const CHOICES = ['pays', 'pays', 'pays', 'is-declined', 'stays-pending', 'cancel'] as const;
const MODES = ['on', 'on', 'off', 'duplicate', 'forged', 'delayed'] as const;
/** One number in three spellings, and another number. */
const PHONES = ['+46 8 5550 142', '+46-8-5550-142', '004685550142', '+46 8 5550 143'] as const;
const PRESENTATIONS = ['SPEAKER', 'POSTER', 'STUDENT'] as const;
const STAYS = [
  {},
  {},
  { registrationType: 'REGISTRATION_AND_ACCOMMODATION', nights: 1, guests: 0 },
  { registrationType: 'REGISTRATION_AND_ACCOMMODATION', nights: 2, guests: 1 },
] as const;
const TYPES = ['speaker', 'poster', 'student', 'delegate'] as const;
const ROOMS = ['none', '1', '2,1', '3'] as const;
const AMOUNTS = [undefined, undefined, '0', '10', '100.00'] as const;
const PROVIDERS = ['stripe', 'paypal'] as const;

/** Chooses the next act. All random choices of the act come from the same dice. */
export function randomAct(world: World, dice: Dice): Act {
  const [, name, perform] = likelyOne(dice, kindsOf(world, dice));
  return { name, perform };
}

function likelyOne<T extends readonly [times: number, ...unknown[]]>(dice: Dice, all: T[]): T {
  const chosen = oneOf(
    dice,
    all.flatMap((one) => Array.from({ length: one[0] }, () => one)),
  );
  if (!chosen) throw new Error('there is nothing to choose from');
  return chosen;
}

type Kind = readonly [times: number, name: string, perform: () => Promise<unknown>];

/** The probability of each act, its name, and its function. */
function kindsOf(world: World, dice: Dice): Kind[] {
  return [
    ...visitorsActs(world, dice),
    ...organisersActs(world, dice),
    ...privacyActs(world, dice),
    ...providersActs(world, dice),
    ...operatorsActs(world, dice),
  ];
}

function visitorsActs(world: World, dice: Dice): Kind[] {
  return [
    [5, 'open a checkout', () => openCheckout(world, dice)],
    [
      2,
      'click twice',
      async () => {
        const same = await requestOf(world, dice, serverOf(world, dice));
        await Promise.all([same?.send(), same?.send()]);
      },
    ],
    [3, 'let two people take places at once', () => takePlacesAtOnce(world, dice)],
    [1, 'pay one order with both providers', () => payWithBoth(world, dice)],
    [2, 'open a checkout of an agreed amount', () => openAgreed(world, dice)],
    [5, 'press a button of a link', () => pressLink(world, dice)],
    [6, 'pay', () => pay(world, dice)],
    [4, 'come back', () => comeBack(world, dice)],
    [
      1,
      'pay two pages at once',
      async () => {
        await Promise.all([pay(world, dice), pay(world, dice)]);
        await Promise.all([comeBack(world, dice), comeBack(world, dice)]);
      },
    ],
    [
      1,
      'ask for the status of a payment',
      async () => {
        const ref = oneOf(dice, world.refs);
        if (ref?.startsWith('cs_')) {
          check(await serverOf(world, dice).get(`/api/payment/status/${ref}`));
        }
      },
    ],
  ];
}

/** Opens a payment page for one of the people, on either server. */
export async function openCheckout(world: World, dice: Dice): Promise<void> {
  await (await requestOf(world, dice, serverOf(world, dice)))?.send();
}

/** A checkout as the page sends it; undefined if the server has no price for the choice. */
async function requestOf(
  world: World,
  dice: Dice,
  server: TestServer,
  who = oneOf(dice, world.people) ?? world.newcomer(),
) {
  const phone = oneOf(dice, PHONES);
  const extras = [{ id: 'dinner', count: dice(3) }].filter(({ count }) => count > 0);
  const choice = {
    ...oneOf(dice, STAYS),
    presentationType: oneOf(dice, PRESENTATIONS) ?? '',
    extras,
  };
  const somebody = spelled(dice, who);
  const provider = oneOf(dice, PROVIDERS) ?? 'stripe';
  const request = await aCheckout(server, choice, { ...somebody, ...(phone && { phone }) }).catch(
    () => undefined,
  );
  if (!request) return undefined;
  return {
    provider,
    /** Sends the request to this provider, or to the other provider. */
    async send(by = provider) {
      const answer =
        by === 'stripe'
          ? await server.post(request.path, request.body)
          : await server.post('/api/payment/paypal/create', {
              ...aPaypalRequest(server, request),
              ...(extras.length > 0 && { extras }),
            });
      remember(world, check(answer).json);
    },
  };
}

/** Two people without a place register at once. They never get more places than are left. */
async function takePlacesAtOnce(world: World, dice: Dice): Promise<void> {
  const two = [world.newcomer(), world.newcomer()];
  world.people.push(...two);
  const servers = [world.server, world.beside];
  const requests = await Promise.all(
    two.map((one, at) => requestOf(world, dice, servers[at] ?? world.server, one)),
  );
  await world.server.sandbox.control.settled();
  const before = await placesBeyond(world.server);
  await Promise.all(requests.map((request) => request?.send()));
  for (const [kind, count] of await placesBeyond(world.server)) {
    if (count > (before.get(kind) ?? 0)) throw new Error(`${count} places of ${kind} are taken`);
  }
}

/** A person pays with the second provider while the first is switched off, and then pays at the first page, too. */
async function payWithBoth(world: World, dice: Dice): Promise<void> {
  const { server, beside, urls, refs } = world;
  const one = world.newcomer();
  world.people.push(one);
  const request = await requestOf(world, dice, server, one);
  if (!request) return;
  const before = { urls: urls.length, refs: refs.length };
  await request.send();
  await server.restart({ without: request.provider });
  await request.send(request.provider === 'stripe' ? 'paypal' : 'stripe');
  const pages = urls.slice(before.urls).toReversed();
  for (const [at, ref] of refs.slice(before.refs).toReversed().entries()) {
    const url = pages[at] ?? '';
    if (url.includes('/stripe/')) await payAt(url, CARDS[0]);
    if (url.includes('/paypal/')) await chooseAt(url, 'pays');
    await comeBackTo(beside, ref);
  }
}

/** The same person, with the name typed in a hurry. */
function spelled(dice: Dice, somebody: Somebody): Somebody {
  return dice(5) ? somebody : { ...somebody, name: somebody.name.toUpperCase() };
}

function remember(world: World, json: Json): void {
  const url = json['url'] ?? json['approvalUrl'];
  if (url === undefined) return;
  world.urls.push(String(url));
  world.refs.push(String(json['sessionId'] ?? json['orderId']));
}

async function openAgreed(world: World, dice: Dice): Promise<void> {
  const server = serverOf(world, dice);
  const { email, name, ...person } = oneOf(dice, world.people) ?? world.newcomer();
  const amount = [105, 210][dice(2)];
  const common = {
    ...person,
    customerEmail: email,
    successUrl: `${server.origin}/payment-success?type=discount`,
    cancelUrl: `${server.origin}/discount-registration`,
  };
  const answer = dice(2)
    ? await server.post('/api/discounts/create-session', {
        ...common,
        name,
        productName: 'Discount registration',
        description: 'As agreed',
        orderReference: 'DISCOUNT-1764000000000',
        unitAmount: `${amount}.00`,
        quantity: 1,
        currency: 'eur',
      })
    : await server.post('/api/discounts/paypal/create', {
        ...common,
        customerName: name,
        amount,
        currency: 'EUR',
      });
  remember(world, check(answer).json);
}

async function pressLink(world: World, dice: Dice): Promise<void> {
  const server = serverOf(world, dice);
  const rows = await server.db
    .selectFrom('payment_links')
    .select('token')
    .orderBy('created_at')
    .execute();
  // The latest link is likelier than an older link.
  const token = (dice(2) ? rows.at(-1) : oneOf(dice, rows))?.token;
  if (token === undefined) return;
  const path = `/pay/${token}`;
  const answer = await press(server, path, dice(2) ? 'card' : 'paypal');
  check({ status: answer.status, text: await answer.text() });
  const url = answer.headers.get('location') ?? '';
  if (url.startsWith('http')) world.urls.push(url);
  if (dice(4) === 0) return;
  await payPage(url, dice);
  if (dice(3)) await fetch(`${server.origin}${path}/return`);
}

/** Pays at a page; the latest pages are likelier than older pages. */
export async function pay({ urls }: World, dice: Dice): Promise<void> {
  const url = dice(2) ? urls.at(-1 - dice(2)) : oneOf(dice, urls);
  await payPage(url ?? '', dice);
}

async function payPage(url: string, dice: Dice): Promise<void> {
  if (url.includes('/stripe/')) await payAt(url, oneOf(dice, CARDS));
  if (url.includes('/paypal/')) await chooseAt(url, oneOf(dice, CHOICES));
}

export async function comeBack(world: World, dice: Dice): Promise<void> {
  const server = serverOf(world, dice);
  const ref = dice(2) ? world.refs.at(-1) : oneOf(dice, world.refs);
  if (ref !== undefined) await comeBackTo(server, ref);
}

async function comeBackTo(server: TestServer, ref: string): Promise<void> {
  const path = ref.startsWith('cs_')
    ? `/api/payment/update?sessionId=${ref}`
    : `/api/payment/paypal/capture/${ref}`;
  check(await server.post(path));
}

/** Every answer is a result or a refusal, never an error of our server. */
function check<T extends { status: number; text: string }>(answer: T): T {
  if (answer.status === 500) throw new Error(`answered 500: ${answer.text}`);
  return answer;
}

function organisersActs(world: World, dice: Dice): Kind[] {
  const plans = planners(world, dice);
  const one = () => oneOf(dice, plans);
  return [
    ...plans.map(([times, name, plan]): Kind => [
      times,
      name,
      async () => (await plan(organisingOf(world, dice))).perform(),
    ]),
    [
      1,
      'cancel the conference',
      async () => {
        if (dice(8) > 0) return;
        const amount = dice(2) ? ALL : undefined;
        const { perform } = await planConferenceCancellation(organisingOf(world, dice), { amount });
        await perform(async () => undefined);
      },
    ],
    [
      4,
      'prepare a plan',
      async () => {
        const plan = await possibly(async () => one()?.[2](organisingOf(world, dice)));
        if (plan) world.pendingPlans.push(plan);
      },
    ],
    [
      3,
      'carry out a pending plan',
      async () => {
        const [plan] = world.pendingPlans.splice(dice(Math.max(1, world.pendingPlans.length)), 1);
        await plan?.perform();
      },
    ],
    [
      3,
      'let two organisers plan at once',
      async () => {
        const order = await orderOf(world, dice);
        const about = planners(world, dice, order);
        const made = await Promise.all(
          [world.server, world.beside].map(({ organising }) =>
            possibly(async () => likelyOne(dice, about)[2](organising)),
          ),
        );
        const isAtOnce = dice(2) === 1;
        const performs = made.map((plan) => () => possibly(async () => plan?.perform()));
        if (isAtOnce) return Promise.all(performs.map((perform) => perform()));
        for (const perform of performs) await perform();
        return undefined;
      },
    ],
  ];
}

/** Returns undefined if the action is impossible: organisers may be refused. */
async function possibly<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ActionImpossible) return undefined;
    throw error;
  }
}

type Planner = readonly [
  times: number,
  name: string,
  plan: (organising: Organising) => Promise<Plan>,
];

/** Actions of organisers, about the given order or about a random order. */
function planners(world: World, dice: Dice, given?: Order): Planner[] {
  /** Names an order, and sometimes one member of its group. */
  const whom = async (isOfGroup = dice(2) === 1) => {
    const order = given ?? (await orderOf(world, dice, isOfGroup ? isGroup : () => true));
    const members =
      order && isGroup(order) ? await findParticipants(world.server.db, order.participantIds) : [];
    return { reference: order?.reference ?? 'PS26-0000-0000', who: oneOf(dice, members)?.email };
  };
  const reference = async () => (await whom(dice(3) === 0)).reference;
  return [
    [4, 'register a group', (organising) => planGroup(organising, sheetOf(world, dice))],
    [
      7,
      'move somebody',
      async (organising) => {
        const type = dice(3) ? oneOf(dice, TYPES) : undefined;
        const room = type === undefined || dice(2) ? oneOf(dice, ROOMS) : undefined;
        const of = await whom();
        return ofItsVersion(world, of, planMove(organising, { ...of, type, room }));
      },
    ],
    [
      2,
      'correct somebody',
      async (organising) => {
        const of = { reference: await reference() };
        const plan = planCorrection(organising, { ...of, ...correction(world, dice) });
        return ofItsVersion(world, of, plan);
      },
    ],
    [
      2,
      'correct one of a group',
      async (organising) => {
        const { who = 'nobody@lab.example', ...of } = await whom(true);
        const plan = planMemberCorrection(organising, { ...of, who, ...correction(world, dice) });
        return ofItsVersion(world, of, plan);
      },
    ],
    [
      2,
      'cancel',
      async (organising) => {
        const of = dice(2) ? await whom() : { reference: await reference() };
        const plan = planCancellation(organising, { ...of, amount: oneOf(dice, AMOUNTS) });
        return ofItsVersion(world, of, plan);
      },
    ],
    [
      3,
      'undo a cancellation',
      async (organising) => planUndoCancellation(organising, await cancelledOf(world, dice)),
    ],
    [2, 'invite guests', (organising) => planInvitation(organising, sheetOf(world, dice))],
    [
      2,
      'refund',
      async (organising) =>
        planRefund(organising, {
          reference: await reference(),
          amount: oneOf(dice, [undefined, '1.00', '10', '100.00']),
          isDespiteDispute: dice(4) === 0,
        }),
    ],
    [
      1,
      'take a refund back',
      async (organising) => {
        const refund = oneOf(dice, await refundsThat(world, ['REQUESTED', 'ASKED', 'REFUSED']));
        return planRefundTakenBack(organising, { id: refund?.id ?? '' });
      },
    ],
    [
      1,
      'settle a refund',
      async (organising) => {
        const refund = oneOf(dice, await refundsThat(world, ['REFUSED', 'FAILED']));
        return planSettled(organising, { id: refund?.id ?? '' });
      },
    ],
    [
      1,
      'record an agreement',
      (organising) =>
        planAgreement(organising, {
          email: oneOf(dice, world.people)?.email ?? '',
          amount: ['100', '200'][dice(2)] ?? '',
          words: 'Speaker of the second day',
        }),
    ],
    [
      1,
      'send a mail again',
      async (organising) =>
        planResend(organising, {
          reference: await reference(),
          what: dice(2) ? 'receipt' : 'all',
        }),
    ],
  ];
}

/**
 * The plan, with a check that fails the run if the plan is carried out although its order has changed meanwhile. The
 * check reads the version after the plan was made. If that version is newer than the plan's version, the plan has to be
 * refused.
 */
async function ofItsVersion(
  { server: { db }, changed }: World,
  { reference }: { reference: string },
  planned: Promise<Plan>,
): Promise<Plan> {
  const plan = await planned;
  const versionNow = async () => `${(await findOrderByReference(db, reference))?.version}`;
  const seen = await versionNow();
  return {
    ...plan,
    async perform() {
      const before = await versionNow();
      const said = await plan.perform();
      // Two simultaneous plans may both still read the version that they have seen.
      if (before !== seen || changed.has(`${reference} ${seen}`)) {
        throw new Error(
          `${reference} had changed, but a plan for its version ${seen} was carried out`,
        );
      }
      changed.add(`${reference} ${seen}`);
      return said;
    },
  };
}

/** A cancelled paid order, or a cancelled member of a group. */
async function cancelledOf({ server: { db } }: World, dice: Dice) {
  const orders = (await listOrders(db)).filter(
    ({ cancelledAt, paidPaymentId }) => cancelledAt !== undefined && paidPaymentId !== undefined,
  );
  const rows = await db
    .selectFrom('participants')
    .innerJoin('order_items', 'order_items.participant_id', 'participants.id')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .select(['orders.reference', 'participants.email'])
    .where('participants.cancelled_at', 'is not', null)
    .where('orders.cancelled_at', 'is', null)
    .orderBy('participants.id')
    .execute();
  const member = dice(2) ? oneOf(dice, rows) : undefined;
  if (member) return { reference: member.reference, who: member.email };
  return { reference: oneOf(dice, orders)?.reference ?? 'PS26-0000-0000' };
}

async function refundsThat({ server }: World, are: readonly RefundState[]) {
  const refunds = await listRefunds(server.db);
  const wanted = refunds.filter(({ state }) => are.includes(state));
  return wanted.length > 0 ? wanted : refunds;
}

function sheetOf(world: World, dice: Dice) {
  const known = world.people.filter(() => dice(6) === 0);
  const others = Array.from({ length: 1 + dice(2) }, () => {
    const somebody = world.newcomer();
    world.people.push(somebody);
    return somebody;
  });
  const rows = [...known, ...others].map(
    ({ name, email, phone, instituteOrUniversity, country }) => {
      const nights = dice(3) === 0 ? 1 + dice(2) : 0;
      return [
        name,
        email,
        phone,
        instituteOrUniversity,
        country,
        oneOf(dice, TYPES),
        ...(nights > 0 ? ['yes', nights, dice(2)] : ['no', '', '']),
        dice(4) === 0 ? 'Conference dinner' : '',
      ];
    },
  );
  const nobody = { name: undefined, email: undefined, institute: undefined, country: undefined };
  return {
    rows: [[...groupColumns.needed, ...groupColumns.optional], ...rows],
    payer: dice(2) ? aPayer : nobody,
  };
}

function correction(world: World, dice: Dice) {
  switch (dice(4)) {
    case 0:
      return { institute: `Institute ${dice(1000)}` };
    case 1:
      return { phone: `+46 8 5550 ${100 + dice(900)}` };
    case 2: {
      // Another person, perhaps with a paid order or an open page.
      const { name, email } = oneOf(dice, world.people) ?? world.newcomer();
      return { name, email };
    }
    default: {
      const { name, email } = world.newcomer();
      world.people.push({ ...world.newcomer(), name, email });
      return { name, email };
    }
  }
}

/** A random order; a paid order without a cancellation is likelier. */
async function orderOf(
  world: World,
  dice: Dice,
  isMeant: (order: Order) => boolean = () => true,
): Promise<Order | undefined> {
  const orders = await listOrders(world.server.db);
  const paid = orders.filter(
    (order) => order.state === 'CONFIRMED' && order.cancelledAt === undefined && isMeant(order),
  );
  return dice(6) && paid.length > 0 ? oneOf(dice, paid) : oneOf(dice, orders);
}

function privacyActs(world: World, dice: Dice): Kind[] {
  return [
    [
      2,
      'erase somebody',
      async () => {
        const at = dice(world.people.length);
        const somebody = world.people[at];
        if (!somebody) return;
        const isEvenPaid = dice(2) === 1;
        const { waits, warnings } = await erasePerson(
          { ...filesOf(world), ...keepingOf(world) },
          somebody.email,
          isEvenPaid,
        );
        if (waits.length > 0 || (warnings.length > 0 && !isEvenPaid)) return;
        world.people[at] = world.newcomer();
        world.erased.push(somebody);
        // A plan on an organiser's screen may still name the person.
        world.pendingPlans = [];
      },
    ],
    [1, 'purge', () => purgeNow(world)],
  ];
}

/** Removes data whose retention period is over. */
export async function purgeNow(world: World): Promise<void> {
  const { content, db } = world.server;
  const now = world.server.clock.now();
  await purge({ ...filesOf(world), db, now, content }, true);
}

function filesOf({ server: { files } }: World) {
  return { store: files.store, mailFolder: `${files.dataDir}/mail` };
}

function keepingOf({ server: { db, clock, content } }: World) {
  return { db, now: clock.now(), conferenceEnd: endOf(content.conference.dates.end) };
}

function providersActs(world: World, dice: Dice): Kind[] {
  const { control } = world.server.sandbox;
  const paid = async () =>
    oneOf(
      dice,
      (await payments(world)).filter(({ state }) => hasMoney(state)),
    );
  /** A provider refuses a refund, a dispute or a decision that is impossible, and the act then does nothing. */
  const ifPossible = (work: () => unknown) => {
    try {
      work();
    } catch {
      // The pretend provider refuses the action.
    }
  };
  return [
    [
      1,
      'break the next calls',
      async () => {
        const fault = oneOf(dice, FAULTS);
        if (fault) control.failNext(fault, 1 + dice(2));
      },
    ],
    [
      1,
      'lose the answers to a refund',
      async () => {
        const lost = ['reset-after', 'reset-before', 'malformed', 'unparsable'] as const;
        const fault = oneOf(dice, lost);
        if (fault) control.failNext(fault, 1 + dice(2), { purpose: 'refund' });
      },
    ],
    [2, 'change how webhooks are sent', async () => control.webhooks(oneOf(dice, MODES) ?? 'on')],
    [1, 'release webhooks', async () => control.releaseWebhooks(dice(2) ? 'reversed' : 'as-made')],
    [
      2,
      'refund in the dashboard',
      async () => {
        const payment = await paid();
        if (payment) ifPossible(() => control.refund(payment.ref ?? '', dice(2) ? 100 : undefined));
      },
    ],
    [
      2,
      'let a bank return a refund',
      async () => {
        // A lost dispute took the rest of the payment. The sandbox does not increase that amount when a refund fails
        // later.
        const decided = (await payments(world)).filter((one) => world.decided.has(one.ref ?? ''));
        const sent = (await listRefunds(world.server.db))
          .filter(({ paymentId }) => decided.every(({ id }) => id !== paymentId))
          .flatMap(({ ref }) => ref ?? []);
        const ref = oneOf(dice, sent);
        if (ref !== undefined) ifPossible(() => control.failRefund(ref));
      },
    ],
    [1, 'let refunds wait for the bank', async () => control.pendingRefunds(dice(2) === 1)],
    [
      1,
      'dispute',
      async () => {
        const payment = await paid();
        if (payment)
          ifPossible(() => control.dispute(payment.ref ?? '', dice(2) ? 100 : undefined));
      },
    ],
    [
      1,
      'decide a dispute',
      async () => {
        const disputed = (await payments(world)).flatMap(({ ref }) => ref ?? []);
        const ref = oneOf(
          dice,
          disputed.filter((each) => !world.decided.has(each)),
        );
        if (ref === undefined) return;
        ifPossible(() => {
          control.closeDispute(ref, dice(2) ? 'lost' : 'won');
          world.decided.add(ref);
        });
      },
    ],
  ];
}

function operatorsActs(world: World, dice: Dice): Kind[] {
  const { server, beside } = world;
  return [
    [3, 'wait', async () => advance(server, oneOf(dice, PAUSES) ?? 1)],
    [2, 'poll', () => poll(serverOf(world, dice))],
    [2, 'poll from two servers', () => Promise.all([poll(server), poll(beside)])],
    [1, 'restart', () => server.restart()],
    [1, 'restart without a provider', () => server.restart({ without: oneOf(dice, PROVIDERS) })],
  ];
}

/** Runs one round of a server's background work. */
export async function poll(server: TestServer, dueBy?: Date): Promise<void> {
  const faults: unknown[] = [];
  await pollOpenPayments(
    server.context,
    (_, error) => faults.push(error),
    ...(dueBy ? [{ dueBy }] : []),
  );
  if (faults.length > 0) throw faults[0];
}

export function advance(server: TestServer, minutes: number): void {
  server.clock.advance(minutes * MINUTE);
  server.sandbox.control.advance(0);
}

async function payments({ server }: World): Promise<Payment[]> {
  return (await listPayments(server.db)).filter(({ provider }) => provider !== 'free');
}

function serverOf({ server, beside }: World, dice: Dice): TestServer {
  return dice(2) ? server : beside;
}

function organisingOf(world: World, dice: Dice): Organising {
  return serverOf(world, dice).organising;
}

function oneOf<T>(dice: Dice, all: readonly T[]): T | undefined {
  return all[dice(Math.max(1, all.length))];
}

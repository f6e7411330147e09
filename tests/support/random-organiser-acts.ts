import { planPaid } from '#server/bank/plan-paid.ts';
import { asCents, decimalFromCents } from '#contract/money.ts';
import { listOpenTransfers } from '#server/payments/payments.ts';
import { PAYER_IBAN } from './transfers.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';
import { planConferenceCancellation } from '#server/orders/change/cancel-conference.ts';
import { ALL, planCancellation } from '#server/orders/change/cancel-order.ts';
import { planCorrection } from '#server/orders/change/correct-person.ts';
import { groupColumns } from '#server/orders/sell/group-people.ts';
import { planInvitation } from '#features/invitations/invite-guests.ts';
import { planMove } from '#server/orders/change/move-participant.ts';
import {
  findOrderByReference,
  isGroup,
  listOrders,
  type Order,
} from '#server/orders/rows/orders.ts';
import { planInvoice } from '#server/orders/change/ask-for-invoice.ts';
import { planAsking } from '#features/asked-amounts/ask-for-amount.ts';
import { planRefundUndone } from '#features/asked-amounts/undo-refund.ts';
import { planAgreement } from '#server/discount/record-agreement.ts';
import {
  planRefund,
  planRefundTakenBack,
  planSettled,
} from '#server/orders/change/refund-order.ts';
import { planGroup } from '#server/orders/sell/register-group.ts';
import { planUndoCancellation } from '#server/orders/change/undo-cancellation.ts';
import { planResend } from '#features/letters/resend-mails.ts';
import { listRefunds, type RefundState } from '#server/payments/refunds.ts';
import { findParticipants } from '#server/orders/rows/participants.ts';
import { aPayer } from './a-group.ts';
import type { Dice } from './dice.ts';
import { type WeightedAct, likelyOne, oneOf, serverOf, type World } from './random-world.ts';

const TYPES = ['speaker', 'poster', 'student', 'delegate'] as const;
const ROOMS = ['none', '1', '2,1', '3'] as const;
const AMOUNTS = [undefined, undefined, '0', '10', '100.00'] as const;

export function organisersActs(world: World, dice: Dice): WeightedAct[] {
  const plans = planners(world, dice);
  const one = () => oneOf(dice, plans);
  return [
    ...plans.map(([times, name, plan]): WeightedAct => [
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
      3,
      'make or correct an invoice',
      async (organising) => {
        const order = given ?? (await orderOf(world, dice, () => true));
        return planInvoice(organising, {
          reference: order?.reference ?? 'PS26-0000-0000',
          legalName: `Office of ${order?.customer.name}`,
          address: 'Storchengasse 4\n18055 Rostock',
          purchaseOrder: String(dice(3)),
        });
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
        const plan = planCorrection(organising, { ...of, who, ...correction(world, dice) });
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
    [4, 'book a transfer', (organising) => bookTransfer(world, dice, organising, reference)],
    [
      1,
      'take a refund back',
      async (organising) => {
        const refund = oneOf(dice, await refundsThat(world, ['REQUESTED', 'ASKED', 'REFUSED']));
        return planRefundTakenBack(organising, { id: refund?.id ?? '' });
      },
    ],
    [
      2,
      'ask for a refund again',
      async (organising) => {
        const refund = oneOf(dice, await refundsThat(world, ['SENT']));
        return planRefundUndone(organising, { id: refund?.id ?? '' });
      },
    ],
    [
      2,
      'ask for an amount',
      async (organising) => {
        const { email = '', name = '' } = oneOf(dice, world.people) ?? {};
        return planAsking(organising, {
          email,
          name,
          amount: oneOf(dice, ['5', '80.00', '200']) ?? '',
          words: 'Table for exhibitors',
          about: dice(3) === 0 ? await reference() : undefined,
          isWithoutFee: dice(2) === 0,
          isSecond: dice(4) === 0,
        });
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

/** Books the transfer of a payer who has promised one, or of any other: the amount, less or more, sometimes again. */
async function bookTransfer(
  world: World,
  dice: Dice,
  organising: Organising,
  reference: () => Promise<string>,
): Promise<Plan> {
  const { db, content } = world.server;
  const promised = dice(4) ? oneOf(dice, await listOpenTransfers(db)) : undefined;
  const named = promised?.request.invoice ?? (await reference());
  const order = await findOrderByReference(db, named);
  const due = promised?.amountCents ?? order?.amountCents ?? 0;
  const cents = Math.max(0, due + ([0, 0, 0, 0, -1_000, 777][dice(6)] ?? 0));
  return planPaid(organising, {
    reference: named,
    amount: decimalFromCents(asCents(cents), content.prices.currency),
    on: world.server.clock.now().toISOString().slice(0, 10),
    iban: dice(2) ? PAYER_IBAN : undefined,
    isAnother: dice(3) === 0,
  });
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
        dice(3) === 0 ? (oneOf(dice, world.server.content.prices.extras)?.label ?? '') : '',
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

function organisingOf(world: World, dice: Dice): Organising {
  return serverOf(world, dice).organising;
}

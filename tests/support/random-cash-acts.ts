import { allCash, cashToGiveBack } from '#features/cash/cash-entries.ts';
import { planCount } from '#features/cash/count-box.ts';
import { planGiveCashBack } from '#features/cash/give-cash-back.ts';
import { planTakeCash } from '#features/cash/take-cash.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import { AppError } from '#server/errors.ts';
import { getOrder, listOrders } from '#server/orders/rows/orders.ts';
import { getPayment } from '#server/payments/payments.ts';
import { decimalFromCents, asCents } from '#contract/money.ts';
import { stateOfBox } from '#features/cash/cash-entries.ts';
import type { Dice } from './dice.ts';
import { comeBack, pay } from './random-visitor-acts.ts';
import { oneOf, serverOf, type WeightedAct, type World } from './random-world.ts';

const BOXES = ['hall', 'door'] as const;

/** Acts of the helpers at the registration desk who take cash. */
export function cashActs(world: World, dice: Dice): WeightedAct[] {
  return [
    [6, 'take cash', () => takeCash(world, dice)],
    [2, 'give cash back', () => giveBack(world, dice)],
    [1, 'count a cash box', () => countBox(world, dice)],
  ];
}

/** Takes the cash for any order; sometimes two helpers do it at once, or the payer pays at the same moment. */
async function takeCash(world: World, dice: Dice): Promise<void> {
  const { server, beside } = world;
  const { reference } = oneOf(dice, await listOrders(server.db)) ?? {};
  if (reference === undefined) return;
  const isDespitePrice = dice(2) === 0;
  const isDespiteOpen = dice(3) === 0;
  const take = async ({ organising }: World['server'], box: string) => {
    const request = { reference, box, isDespitePrice, isDespiteOpen };
    return (await planTakeCash(organising, request)).perform();
  };
  const box = oneOf(dice, BOXES) ?? 'hall';
  switch (dice(4)) {
    case 0:
      await allowed(take(server, box), take(beside, 'door'));
      return;
    case 1:
      await allowed(take(server, box), pay(world, dice));
      await comeBack(world, dice);
      return;
    default:
      await take(serverOf(world, dice), box);
  }
}

/** Any of several acts at the same moment may be refused. */
async function allowed(...acts: Promise<unknown>[]): Promise<void> {
  for (const ended of await Promise.allSettled(acts)) {
    if (ended.status === 'fulfilled') continue;
    const error: unknown = ended.reason;
    if (!(error instanceof ActionImpossible || error instanceof AppError)) throw error;
  }
}

async function giveBack(world: World, dice: Dice): Promise<void> {
  const { db, organising } = serverOf(world, dice);
  const { paymentId = '' } = oneOf(dice, await cashToGiveBack(db)) ?? {};
  if (paymentId === '') return;
  const { reference } = await getOrder(db, (await getPayment(db, paymentId)).orderId);
  const request = { reference, box: oneOf(dice, BOXES), isTransferred: dice(3) === 0 };
  await (await planGiveCashBack(organising, request)).perform();
}

async function countBox(world: World, dice: Dice): Promise<void> {
  const { server, beside } = world;
  const box = oneOf(dice, BOXES) ?? 'hall';
  const { cents } = await stateOfBox(server.db, box);
  const { currency } = server.context;
  const typed = (amount: number) => decimalFromCents(asCents(Math.max(0, amount)), currency);
  const counted = typed(cents + (oneOf(dice, [0, 0, -500, 1000]) ?? 0));
  const request = { box, counted, left: typed(1000 * dice(3)), reason: 'a count', isAgain: true };
  const plan = await planCount(server.organising, request);
  if (dice(3) > 0) return void (await plan.perform());
  const other = await planCount(beside.organising, request);
  await allowed(plan.perform(), other.perform());
}

/** Boxes whose money is not what went in and out, and counts that were booked twice. */
export async function cashDifferences({ db }: World['server']): Promise<string[]> {
  const all = (await allCash(db)).filter(({ movedAt }) => movedAt !== undefined);
  const counts = await db.selectFrom('cash_counts').selectAll().execute();
  return counts.flatMap(({ id, box, counted_cents: counted, left_cents: left, ...count }) => {
    const own = all.filter(({ countId }) => countId === id);
    const sum = own.reduce((cents, { amountCents }) => cents + amountCents, 0);
    const expected = left - count.expected_cents;
    return sum === expected
      ? []
      : `the count of ${box} moved ${sum}, not ${expected} (counted ${counted})`;
  });
}

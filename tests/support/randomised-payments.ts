import { contradictionsIn, oversold, rowsNaming } from './order-differences.ts';
import { differencesIn, openPagesOfPlaced } from './payment-differences.ts';
import { isIncomplete, listSeries } from '#server/receipts/series-gaps.ts';
import { countChangedOrders } from '#server/orders/sell/taken-places.ts';
import { AppError } from '#server/errors.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import { listPayments } from '#server/payments/payments.ts';
import { usualEnd } from '#server/payments/poll-open-payments.ts';
import { diceFrom } from './dice.ts';
import { advance, poll, purgeNow, randomAct } from './random-acts.ts';
import { readStatementOf } from './random-bank-acts.ts';
import { randomConference } from './random-conference.ts';
import { cashDifferences } from './random-cash-acts.ts';
import { journalDifferences, payoutDifferences, statementDifferences } from './book-differences.ts';
import { comeBack, openCheckout, pay } from './random-visitor-acts.ts';
import type { World } from './random-world.ts';
import { documentDifferences, sumDifferences } from './sum-differences.ts';
import { startTestServer } from './test-server.ts';
import { aPerson } from './visitor.ts';
import { hearEverything, webhookDifferences } from './webhook-differences.ts';

/** The result of a run: its acts, the providers' charges, and each contradiction. */
export type Outcome = { acts: string[]; charges: number; found: string[] };

/** The number of acts in a run. The first acts open and pay a checkout. */
const ACTS = 45;
const BEGINNING = 4;

/**
 * Runs random acts of visitors, organisers, providers, networks and operators at a conference of one seed, and compares
 * our tables, receipts and mails with the providers' ledgers. Every difference is a fault. `which` chooses the acts of
 * the run; these acts keep their random numbers.
 */
export async function runRandomly(
  seed: number,
  which: readonly number[] = Array.from({ length: ACTS }, (_, at) => at),
): Promise<Outcome> {
  const content = randomConference(diceOf(seed, ACTS));
  const stripeMethods = ['card', 'customer_balance'];
  const server = await startTestServer({ stripeRetries: 0, stripeMethods, content });
  const beside = await startTestServer({
    stripeRetries: 0,
    stripeMethods,
    content,
    beside: server,
  });
  const newcomer = newcomers();
  const world: World = {
    server,
    beside,
    people: Array.from({ length: 4 }, newcomer),
    urls: [],
    refs: [],
    pendingPlans: [],
    shownForms: [],
    statement: [],
    changed: new Set(),
    erased: [],
    decided: new Set(),
    newcomer,
  };
  const acts: string[] = [];
  const found: string[] = [];
  await hearEverything(server.db);
  try {
    for (const at of which) {
      const dice = diceOf(seed, at);
      const act = at < BEGINNING ? beginning(world, dice) : randomAct(world, dice);
      const outcome = await outcomeOf(act.perform);
      acts.push(`${at} ${act.name}: ${outcome.words}`);
      if (outcome.isFault) found.push(`${act.name} threw ${outcome.words}`);
      found.push(...(await contradictionsIn(server)), ...(await webhookDifferences(server.db)));
      if (found.length > 0) break;
      // The next comparison then sees each act that changes the places of an order without listing the order.
      await countChangedOrders(dice(2) ? server.db : beside.db);
    }
    if (found.length === 0) found.push(...(await differencesAtRest(world, diceOf(seed, ACTS + 1))));
    const charges = Object.values(server.sandbox.control.ledger()).flat().length;
    return { acts, charges, found };
  } finally {
    await beside.close();
    await server.close();
  }
}

/** Each act has its own random numbers, so that an act stays the same when other acts are left out. */
function diceOf(seed: number, at: number) {
  const dice = diceFrom(((seed * 131 + at) % 1_000_003) + 1);
  dice(2);
  return dice;
}

/** Invents people; no name contains the name of another person. */
function newcomers() {
  let count = 0;
  return () => {
    const letters = (26 ** 3 + count++)
      .toString(26)
      .replace(/\d/g, (digit) => 'qrstuvwxyz'.charAt(Number(digit)));
    return aPerson({ name: `Mira Linde${letters}`, email: `linde${letters}@lab.example` });
  };
}

function beginning(world: World, dice: ReturnType<typeof diceFrom>) {
  return {
    name: 'open a checkout, pay and come back',
    async perform() {
      await openCheckout(world, dice);
      await pay(world, dice);
      await comeBack(world, dice);
    },
  };
}

/** A refusal is part of the run; any other error is a fault. */
async function outcomeOf(
  perform: () => Promise<unknown>,
): Promise<{ words: string; isFault: boolean }> {
  try {
    await perform();
    return { words: 'done', isFault: false };
  } catch (error) {
    if (error instanceof AppError || error instanceof ActionImpossible) {
      return { words: error.message, isFault: false };
    }
    const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { words: words.split('\n').slice(0, 6).join(' '), isFault: true };
  }
}

/** Ends all faults, lets the background work run, and compares all ledgers, documents and mails. */
async function differencesAtRest(
  world: World,
  dice: ReturnType<typeof diceFrom>,
): Promise<string[]> {
  const { server, beside } = world;
  await endFaults(world);
  // This round asks the providers once about every payment.
  await poll(server, new Date('9999-01-01'));
  const open = await openPagesOfPlaced(server);
  for (let late = dice(4); late > 0; late--) {
    await pay(world, dice);
    await comeBack(world, dice);
  }
  await readStatementOf(server, world.statement);
  // These pauses are long enough for the hourly polls of open payments, and then for the daily polls of paid payments.
  for (const minutes of [70, 70, 70, 25 * 60, 25 * 60]) {
    advance(server, minutes);
    await server.sandbox.control.settled();
    await poll(minutes === 70 ? server : beside);
  }
  const lines = [...server.log, ...beside.log];
  const alarms = lines.flatMap((line) => (line['alarm'] === true ? [String(line['msg'])] : []));
  const found = [
    ...open,
    ...(await contradictionsIn(server)),
    ...(await sumDifferences(server)),
    ...(await documentDifferences(server)),
    ...(await statementDifferences(server, world.statement)),
    ...(await listSeries(server.db))
      .filter(isIncomplete)
      .map(({ series, missing }) => `${series} has a gap: ${missing.join(', ')}`),
    ...(await oversold(server, alarms)),
    ...(await differencesIn(server, lines, world.erased.length > 0)),
    // The reconciliation before this learns of disputes whose webhooks were lost.
    ...(await payoutDifferences(server)),
    ...(await journalDifferences(server)),
    ...(await cashDifferences(server)),
    ...(await rowsNaming(
      server,
      world.erased.flatMap(({ name, email }) => [name, email]),
    )),
  ];
  if (found.length > 0 || dice(4) > 0) return found;
  advance(server, 2 * 366 * 24 * 60);
  await purgeNow(world);
  return contradictionsIn(server);
}

async function endFaults({ server }: World): Promise<void> {
  const { control } = server.sandbox;
  control.clearFaults();
  await server.restart();
  control.webhooks('on');
  await control.releaseWebhooks();
  control.pendingRefunds(false);
  // No bank takes longer than a place stays reserved for its answer.
  const late = (await listPayments(server.db)).filter(
    ({ expiresAt }) =>
      usualEnd({ state: 'PENDING', delayedBy: undefined, expiresAt }) < server.clock.now(),
  );
  for (const { id, provider } of control.payments()) {
    const isLate = late.some(({ ref }) => ref === id);
    if (provider === 'stripe') {
      tried(() => control.resolveAsync(id, isLate ? 'failed' : 'succeeded'));
    } else tried(() => control.resolvePending(id, isLate ? 'denied' : 'completed'));
  }
  await control.settled();
}

function tried(work: () => unknown): void {
  try {
    work();
  } catch {
    // The payment is not pending, so its result is not changed.
  }
}

/** Looks for the shortest list of acts with the same difference: it leaves out acts, in at most this many tries. */
export async function shortestFailure(
  seed: number,
  { found }: Outcome,
  tries = 40,
): Promise<{ which: number[]; outcome: Outcome | undefined }> {
  let which = Array.from({ length: ACTS }, (_, at) => at);
  let outcome: Outcome | undefined;
  let left = tries;
  for (
    let size = Math.ceil(which.length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let from = 0; from < which.length && left > 0; left--) {
      const shorter = which.filter((_, at) => at < from || at >= from + size);
      const ended = await runRandomly(seed, shorter);
      if (kindOf(ended.found) === kindOf(found)) {
        which = shorter;
        outcome = ended;
      } else from += size;
    }
  }
  return { which, outcome };
}

/** A difference without its references, ids and amounts. */
function kindOf([first = '']: readonly string[]): string {
  return first.replaceAll(/PS26-\w{4}-\w{4}|\b[0-9a-z]{26}\b|\d+/g, '').slice(0, 40);
}

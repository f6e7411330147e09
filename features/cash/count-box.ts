import { amountWithCode, asCents, signedAmountWithCode } from '#contract/money.ts';
import { noAmount, readAmount } from '#contract/typed-amount.ts';
import { digestOf } from '#server/identity.ts';
import { act } from '#server/operations/act.ts';
import {
  ActionImpossible,
  NotUnderstood,
  type Organising,
  type Plan,
} from '#server/operations/plan.ts';
import { printTimes } from '#server/reports/wall-clock.ts';
import { insertCashCount, insertCashEntry, lockBox, stateOfBox } from './cash-entries.ts';
import { cashSettings } from './rounded.ts';

type CountRequest = {
  box?: string | undefined;
  counted: string;
  left?: string | undefined;
  reason?: string | undefined;
  isAgain?: boolean | undefined;
};

/**
 * The closing of a cash box: what was counted, the difference with its reason, and what stays in it. The rest goes to the
 * bank; more than was counted comes from there, so a box begins with 0.00 counted and its change left in it.
 */
export async function planCount(organising: Organising, request: CountRequest): Promise<Plan> {
  const { payments, content, actor } = organising;
  cashSettings(content);
  const { db, currency, newId } = payments;
  const box = request.box?.trim() || actor;
  const read = (typed: string) => {
    const cents = readAmount(typed, currency);
    if (cents === undefined) throw new NotUnderstood(noAmount(typed, currency));
    return cents;
  };
  const countedCents = read(request.counted);
  const leftCents = request.left === undefined ? asCents(0) : read(request.left);
  const reason = request.reason?.trim() ?? '';
  const { cents: expectedCents, last, isMoved } = await stateOfBox(db, box);
  if (last && !isMoved && !(request.isAgain ?? false)) {
    const at = printTimes(content.conference.dates.timezone);
    throw new ActionImpossible(
      `The cash box “${box}” was counted by ${last.actor} at ${at(last.countedAt)}, and nothing was taken since. To count it again, say so.`,
      { remedy: 'isAgain' },
    );
  }
  const differenceCents = countedCents - expectedCents;
  const money = (cents: number) => signedAmountWithCode(cents, currency);
  if (differenceCents !== 0 && reason === '') {
    throw new ActionImpossible(
      `The cash box “${box}” should have ${money(expectedCents)}, and ${money(countedCents)} was counted: ${money(differenceCents)}. Count again, or give the reason, such as “unknown”.`,
      { remedy: 'reason' },
    );
  }
  const carriedCents = countedCents - leftCents;
  const key = digestOf('cash count', { box, last: last?.id ?? '' });
  const found =
    differenceCents === 0
      ? 'Nothing is missing.'
      : `The difference of ${money(differenceCents)} would be booked: ${reason}.`;
  return {
    words: [
      `Cash box “${box}”: it should have ${money(expectedCents)}, and ${money(countedCents)} was counted. ${found}`,
      ...(carriedCents > 0 ? [`${money(carriedCents)} goes to the bank.`] : []),
      ...(carriedCents < 0 ? [`${money(-carriedCents)} is put into the box.`] : []),
      `${money(leftCents)} stays in the box.`,
    ],
    button: `Close “${box}” with ${amountWithCode(countedCents, currency)}`,
    async perform() {
      await act(organising, async ({ tx, now, record }) => {
        await lockBox(tx, box);
        const latest = await stateOfBox(tx, box);
        if (latest.cents !== expectedCents || latest.last?.id !== last?.id) {
          throw new ActionImpossible(
            `Money went into the cash box “${box}” or left it meanwhile, or somebody has counted it: count again.`,
            { reason: 'changed' },
          );
        }
        const id = newId();
        const about = { box, currency, actor };
        const isFirst = await insertCashCount(tx, {
          ...about,
          id,
          countKey: key,
          expectedCents,
          countedCents,
          leftCents,
          reason,
          countedAt: now,
        });
        if (!isFirst) throw new ActionImpossible('Somebody has counted this box meanwhile.');
        const entries = [
          ['difference', differenceCents],
          ['moved', -carriedCents],
        ] as const;
        for (const [kind, amountCents] of entries) {
          if (amountCents === 0) continue;
          await insertCashEntry(tx, {
            ...about,
            id: newId(),
            kind,
            amountCents,
            roundingCents: 0,
            countId: id,
            words: kind === 'difference' ? reason : '',
            createdAt: now,
            movedAt: now,
          });
        }
        const words = `the cash box ${box} was counted: ${money(countedCents)}, expected ${money(expectedCents)}`;
        await record({
          action: 'cash',
          words: reason === '' ? words : `${words} (${reason})`,
        });
      });
      return [`Closed. ${money(leftCents)} stays in the box.`];
    },
  };
}

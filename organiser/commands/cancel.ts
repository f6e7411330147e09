import { planConferenceCancellation } from '#server/orders/change/cancel-conference.ts';
import { findAbstractByReference } from '#server/abstract/abstracts.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import { planCancellation } from '#server/orders/change/cancel-order.ts';
import { planUndoCancellation } from '#server/orders/change/undo-cancellation.ts';
import { command, field } from '#organiser/command.ts';
import type { CommandContext } from '#organiser/command-context.ts';
import { REFERENCE, WHO } from '#organiser/fields.ts';

export const cancel = command({
  name: 'cancel',
  isEnding: true,
  title: 'Cancel the registration',
  summary:
    'Cancels a registration, releases its places and refunds the amount that the rules in content/conference.yaml give.',
  subject: 'People',
  mayRefund: true,
  fields: {
    reference: REFERENCE,
    amount: field('amount', '--amount 120.00', 'Amount to refund', {
      hint: 'such as 120.00, 0 or all',
      otherwise: 'by the rules of conference.yaml',
    }),
    who: WHO,
  },
  async plan(context, request) {
    await refuseAbstract(context, request);
    return planCancellation(context, request);
  },
  confirm: '--send',
});

export const undoCancel = command({
  name: 'cancel',
  when: '--undo',
  id: 'undo-cancel',
  title: 'Undo the cancellation',
  summary: 'Undoes a cancellation while the place is free, and takes back its unsent refunds.',
  subject: 'People',
  fields: { reference: REFERENCE, who: WHO },
  async plan(context, request) {
    await refuseAbstract(context, request);
    return planUndoCancellation(context, request);
  },
  confirm: '--send',
});

export const cancelConference = command({
  name: 'cancel',
  when: '--all',
  summary:
    'Cancels every order that has a place or waits for a payment, because there is no conference. After an interruption the same call continues.',
  exitsWith1: 'if some could not be cancelled',
  notOffered: 'It takes minutes, shows its progress, and continues after an interruption.',
  fields: {
    amount: field('choice', '--amount', 'Amount to refund', {
      choices: [{ value: 'all', label: 'Everything that is left' }],
      otherwise: 'by the rules of conference.yaml',
    }),
    isReal: field('flag', '--send', 'Do it'),
  },
  asksProviders: true,
  async work(context, { amount, isReal }, print) {
    const say = (sentence: string) => print(`${sentence}\n`);
    const { words, perform } = await planConferenceCancellation(context, { amount });
    for (const sentence of words) await say(sentence);
    if (isReal) return (await perform(say, interruptedByCtrlC())) ? 0 : 1;
    await say('Nothing was changed. Add --send to do it.');
  },
});

async function refuseAbstract(
  { payments: { db } }: CommandContext,
  { reference: typed }: { reference: string },
): Promise<void> {
  const reference = typed.trim().toUpperCase();
  if (!(await findAbstractByReference(db, reference))) return;
  throw new ActionImpossible(
    `${reference} is an abstract: organiser withdraw ${reference} withdraws it.`,
  );
}

/** After the first Ctrl+C the command finishes its present order, the second Ctrl+C ends it at once. */
function interruptedByCtrlC(): AbortSignal {
  const interruption = new AbortController();
  process.once('SIGINT', () => interruption.abort());
  return interruption.signal;
}

import * as z from 'zod/mini';
import type { Content } from '#contract/content.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { moneyText } from '#contract/money.ts';
import type { Db } from '#server/database/database.ts';
import { hiddenFields } from '#server/http/form-field.ts';
import { buttonClass } from '#server/http/page-parts.ts';
import { plainName } from '#server/mail/plain-words.ts';
import { html, type Markup } from '#server/markup.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import {
  type CancelOutcome,
  type CancelRequest,
  planCancellation,
} from '#server/orders/change/cancel-order.ts';
import { cancellationOf } from '#server/orders/rows/order-changes.ts';
import { getOrder, isCancelled, isGroup } from '#server/orders/rows/orders.ts';
import { number } from './act-form.ts';
import type { Act, ActPage } from './act-routes.ts';
import type { Notice } from './notices.ts';
import { refundWords } from './refund-words.ts';
import { sentence } from '#server/http/sentence.ts';
import { isForMember, paidSubject, type Subject } from './subject.ts';

/** The version and the refund that the reader has seen. */
const CancelForm = z.object({ version: number, amount: number.check(z.nonnegative()) });

/**
 * Cancels by the rules of the conference: first the page says the refund and its rule. The payer of a group can cancel
 * each person, and the whole group.
 */
export const cancelRegistration: Act<z.output<typeof CancelForm>> = {
  path: 'cancel',
  needs: 'cancel',
  title: ({ cancel: { title, titleOf, titleOfGroup } }, { order }) => ({
    title: isGroup(order) ? titleOfGroup : title,
    titleOf,
  }),
  subject: paidSubject,
  form: CancelForm,
  async show(organising, subject) {
    const { outcome } = await planCancellation(organising, requestFor(subject));
    return planPage(organising.content, subject, outcome);
  },
  async answer(organising, subject, { version, amount }) {
    const { content, payments } = organising;
    try {
      const wanted = { ...requestFor(subject), version };
      const { outcome, perform } = await planCancellation(organising, wanted);
      if (outcome.backCents !== amount) {
        // The first click may have refunded the amount while this one was planned.
        if (await isGone(payments.db, subject)) return { notice: noticeOf(amount) };
        const page = planPage(content, subject, outcome);
        return { ...page, trouble: content.yourRegistration.amountChanged, status: 409 };
      }
      await perform();
      return { notice: noticeOf(amount) };
    } catch (error) {
      // The second click of two.
      if (error instanceof ActionImpossible && (await isGone(payments.db, subject))) {
        return { notice: noticeOf(amount) };
      }
      throw error;
    }
  },
  // The second click of two: the person has left the order.
  async gone({ payments }, order, participantId, form) {
    const change = await cancellationOf(payments.db, order.id, participantId);
    return change && noticeOf(form?.amount ?? 0);
  },
};

async function isGone(db: Db, { order, participant }: Subject): Promise<boolean> {
  if (isCancelled(await getOrder(db, order.id))) return true;
  const change = participant && (await cancellationOf(db, order.id, participant.id));
  return change !== undefined;
}

function planPage(
  { yourRegistration: said }: Content,
  { order, path }: Subject,
  outcome: CancelOutcome,
): ActPage {
  const { backCents } = outcome;
  const amount = moneyText(backCents, order.currency);
  const { button, buttonWithRefund } = said.cancel;
  const main = html`${cancelWords(said, outcome).map((words) => html`<p class="receipt-words">${words}</p> `)}
    <form method="post" action="${path}/cancel">
      ${hiddenFields({ version: order.version, amount: backCents })}
      <button class="${buttonClass('ending')}" type="submit">
        ${backCents === 0 ? button : fillPlaceholders(buttonWithRefund, { amount })}
      </button>
    </form>`;
  return { main };
}

function noticeOf(backCents: number): Notice {
  return backCents > 0 ? 'cancelledWithRefund' : 'cancelled';
}

function requestFor(subject: Subject): CancelRequest {
  const { order, participant } = subject;
  return {
    reference: order.reference,
    ...(isForMember(subject) && { participantId: participant?.id }),
  };
}

/** The sentences about the effect of a cancellation. */
function cancelWords(said: Content['yourRegistration'], outcome: CancelOutcome): Markup[] {
  const { cancel: words } = said;
  const { order, people, isOneOfGroup, isPaid, keptBy, byRule } = outcome;
  const { name } = (isOneOfGroup ? people[0] : undefined) ?? order.customer;
  // Before a payment a stranger may have typed the name.
  const person = isPaid || isGroup(order) ? name : (plainName(name) ?? order.reference);
  return [
    keptBy !== undefined
      ? sentence(words.keptBy, { reference: keptBy })
      : isGroup(order) && !isOneOfGroup
        ? sentence(words.introOfGroup, { count: String(people.length) })
        : sentence(words.intro, { person }),
    ...(!isPaid ? [notPaidWords(words, outcome)] : []),
    ...(isPaid && !byRule ? [html`${words.nothingLeft}`] : []),
    ...refundWords(said, order.currency, outcome),
    ...outcome.othersBack.map((other) =>
      sentence(words.otherPayer, {
        reference: other.order.reference,
        amount: moneyText(other.cents, order.currency),
      }),
    ),
  ];
}

function notPaidWords(
  words: Content['yourRegistration']['cancel'],
  { order, partCents }: CancelOutcome,
): Markup {
  if (partCents === 0) return html`${words.notPaid}`;
  return sentence(words.partReturned, { amount: moneyText(partCents, order.currency) });
}

import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Content } from '#contract/content.ts';
import { fillPlaceholders } from '#contract/content/content-facts.ts';
import { moneyText } from '#contract/money.ts';
import { formNumber } from '#server/http/form-body.ts';
import { hiddenFields } from '#server/http/form-field.ts';
import { plainName } from '#server/mail/plain-words.ts';
import { html, type Markup } from '#server/markup.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import {
  type CancelOutcome,
  type CancelRequest,
  planCancellation,
} from '#server/orders/cancel-order.ts';
import { cancellationOf } from '#server/orders/order-changes.ts';
import { getOrder, isCancelled, isGroup } from '#server/orders/orders.ts';
import type { Notice } from './notices.ts';
import { organisingFor } from './organising-for.ts';
import { type ActAnswer, type ActRequest, payerActRoutes } from './payer-acts.ts';
import { refundWords } from './refund-words.ts';
import type { SelfServiceRoutes } from './registration-page-routes.ts';
import { sentence } from './sentence.ts';
import { isForMember, type Subject } from './subject.ts';

/** The version and the refund that the reader has seen. */
const CancelForm = z.object({ version: formNumber, amount: formNumber });

/**
 * The page on which participants cancel by the rules of the conference: first the refund and its rule, then the
 * cancellation. The payer of a group has it for each person, and for the whole group.
 */
export function cancelRoutes(app: FastifyInstance, deps: SelfServiceRoutes): void {
  const { context, content } = deps;
  const { yourRegistration: said } = content;

  payerActRoutes(app, deps, {
    act: 'cancel',
    path: 'cancel',
    title: titleOf,
    show: planned,
    async answer(request, subject) {
      const form = CancelForm.safeParse(request.body);
      if (!form.success) return planned(request, subject, said.refusals.unreadable, 400);
      return cancel(request, subject, form.data);
    },
    // The second click of two: the person has left the order.
    async gone({ params: { participantId = '' }, body }, { order }) {
      const change = await cancellationOf(context.db, order.id, participantId);
      return change && { notice: noticeOf(CancelForm.safeParse(body).data?.amount ?? 0) };
    },
  });

  async function isGone({ order, participant }: Subject): Promise<boolean> {
    if (isCancelled(await getOrder(context.db, order.id))) return true;
    const change = participant && (await cancellationOf(context.db, order.id, participant.id));
    return change !== undefined;
  }

  function titleOf(subject: Subject): Markup {
    if (isForMember(subject)) {
      return sentence(said.cancel.titleOf, { person: subject.entries.name });
    }
    return html`${isGroup(subject.order) ? said.cancel.titleOfGroup : said.cancel.title}`;
  }

  async function planned(
    request: ActRequest,
    subject: Subject,
    trouble?: string,
    status?: number,
  ): Promise<ActAnswer> {
    const { outcome } = await planCancellation(organisingFor(deps, request), requestFor(subject));
    return showPlan(subject, outcome, trouble, status);
  }

  async function cancel(
    request: ActRequest,
    subject: Subject,
    { version, amount }: z.output<typeof CancelForm>,
  ): Promise<ActAnswer> {
    try {
      const wanted = { ...requestFor(subject), version };
      const { outcome, perform } = await planCancellation(organisingFor(deps, request), wanted);
      if (outcome.backCents !== amount) {
        return showPlan(subject, outcome, said.amountChanged, 409);
      }
      await perform();
      return { notice: noticeOf(amount) };
    } catch (error) {
      // The second click of two.
      if (error instanceof ActionImpossible && (await isGone(subject))) {
        return { notice: noticeOf(amount) };
      }
      throw error;
    }
  }

  function showPlan(
    { order, path }: Subject,
    outcome: CancelOutcome,
    trouble?: string,
    status = 200,
  ): ActAnswer {
    const { backCents } = outcome;
    const amount = moneyText(backCents, order.currency);
    const { button, buttonWithRefund } = said.cancel;
    const main = html`${cancelWords(said, outcome).map((words) => html`<p class="receipt-words">${words}</p> `)}
      <form method="post" action="${path}/cancel">
        ${hiddenFields({ version: order.version, amount: backCents })}
        <button class="receipt-download" type="submit">
          ${backCents === 0 ? button : fillPlaceholders(buttonWithRefund, { amount })}
        </button>
      </form>`;
    return { main, trouble, status };
  }
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
    ...(!isPaid ? [html`${words.notPaid}`] : []),
    ...(isPaid && !byRule ? [html`${words.nothingLeft}`] : []),
    ...refundWords(said, order.currency, outcome),
  ];
}

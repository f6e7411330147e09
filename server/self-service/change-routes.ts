import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Content } from '#contract/content.ts';
import { fillPlaceholders } from '#contract/content/content-facts.ts';
import { type Cents, moneyText } from '#contract/money.ts';
import { keptPrivate, sendPrivatePage } from '#server/http/private-page.ts';
import { timestamp } from '#server/identity.ts';
import { html, type Markup } from '#server/markup.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import { formOf } from '#server/orders/link-state.ts';
import { type MoveRequest, planMove } from '#server/orders/move-participant.ts';
import type { MoveOutcome } from '#server/orders/move-words.ts';
import { offeredChoices } from '#server/orders/offered-choices.ts';
import { findChange, openChanges } from '#server/orders/order-changes.ts';
import { isCancelled, type Order, registrationPath } from '#server/orders/orders.ts';
import { OWN_CHANGE_HOURS, pathOfOwnChange } from '#server/orders/payment-links.ts';
import { fullKinds } from '#server/orders/sale.ts';
import { ChangeForm, changeFields, hiddenFields, requestOf } from './change-form.ts';
import { closedWords } from './closed-acts.ts';
import { editButton } from './act-page.ts';
import { isNotice, type Notice, withNotice } from './notices.ts';
import { organisingFor } from './organising-for.ts';
import { type ActAnswer, type ActRequest, payerActRoutes, refusalWords } from './payer-acts.ts';
import { refundWords } from './refund-words.ts';
import { noRegistration } from './registration-page.ts';
import { findOwner, type SelfServiceRoutes } from './registration-page-routes.ts';
import { sentence } from './sentence.ts';
import { isForMember, type Subject } from './subject.ts';

type Shown = { trouble?: string | undefined; typed?: ChangeForm; status?: number };

/**
 * The pages on which participants change type, room and extras: a form, then its effect with the amount, then the
 * change. The payer of a group has them for each person. The plan is the organiser's, with the refunds of the rules.
 */
export function changeRoutes(app: FastifyInstance, deps: SelfServiceRoutes): void {
  const { context, content } = deps;
  const { db } = context;
  const { yourRegistration: said } = content;

  payerActRoutes(app, deps, {
    act: 'change',
    path: 'change',
    title: (subject) =>
      isForMember(subject)
        ? sentence(said.change.titleOf, { person: subject.entries.name })
        : html`${said.change.title}`,
    show: (_, subject) => showForm(subject),
    async answer(request, subject) {
      const form = ChangeForm.safeParse(request.body);
      if (!form.success) {
        return showForm(subject, { trouble: said.refusals.unreadable, status: 400 });
      }
      const { data: typed } = form;
      return typed.edit === undefined
        ? change(request, subject, typed)
        : showForm(subject, { typed });
    },
  });

  app.post<{ Params: { token: string; changeId: string } }>(
    '/registration/:token/changes/:changeId/take-back',
    { config: { limit: 'write' } },
    async (request, reply) => {
      const { token, changeId } = request.params;
      const owner = await findOwner(db, { token });
      if (!owner) {
        const { title } = said;
        const main = noRegistration(content);
        return sendPrivatePage(reply, deps.frame, { title, main, status: 404 });
      }
      const order = owner.isPayer ? owner.order : undefined;
      const isClosed = closedWords(content, 'change', timestamp(context.clock())) !== undefined;
      const notice =
        order && !isClosed ? await takeBack(request, order, changeId) : 'changedMeanwhile';
      const path = registrationPath({ pageToken: owner.token });
      return keptPrivate(reply).redirect(withNotice(path, notice), 303);
    },
  );

  /** Withdraws an unpaid change, unless it was made, paid or lapsed meanwhile, or is of another order. */
  async function takeBack(
    request: FastifyRequest,
    { id, reference }: Order,
    changeId: string,
  ): Promise<Notice> {
    const found = await findChange(db, changeId);
    if (found?.orderId !== id) return 'changedMeanwhile';
    if (found.state === 'withdrawn') return 'changeTakenBack';
    if (found.state !== 'proposed') return 'changedMeanwhile';
    const { participantId } = found;
    try {
      const plan = await planMove(organisingFor(deps, request), { reference, participantId });
      await plan.perform();
      return 'changeTakenBack';
    } catch (error) {
      if (!(error instanceof ActionImpossible)) throw error;
      return isNotice(error.reason) ? error.reason : 'changedMeanwhile';
    }
  }

  async function change(
    request: ActRequest,
    subject: Subject,
    typed: ChangeForm,
  ): Promise<ActAnswer> {
    const wanted = { ...requestFor(subject), ...requestOf(typed), version: typed.version };
    try {
      const { outcome, perform } = await planMove(organisingFor(deps, request), wanted);
      const amount = amountOf(outcome);
      if (typed.amount !== amount) {
        const trouble = typed.amount === undefined ? undefined : said.amountChanged;
        return showPlan(subject, outcome, { ...typed, amount }, trouble);
      }
      await perform();
      return await afterChange(subject, outcome.backCents);
    } catch (error) {
      if (!(error instanceof ActionImpossible)) throw error;
      if (error.reason === 'changed') return repeated(request, subject, typed);
      return showForm(subject, { trouble: refusalWords(said, error), typed, status: 409 });
    }
  }

  /** Leads to the payment, or to the page if the change is made. */
  async function afterChange(subject: Subject, backCents: number): Promise<ActAnswer> {
    const [open] = await openOf(subject);
    if (open) return { location: pathOfOwnChange(subject.owner.token, open) };
    return { notice: backCents > 0 ? 'changeMadeWithRefund' : 'changeMade' };
  }

  /**
   * The answer to a form about another version of the order. A double click sends the same form twice: if the wanted
   * change is made or waits for its payment already, the answer is the same as to the first.
   */
  async function repeated(
    request: ActRequest,
    subject: Subject,
    typed: ChangeForm,
  ): Promise<ActAnswer> {
    const { amount } = typed;
    if (amount === undefined) return { notice: 'changedMeanwhile' };
    const wanted = { ...requestFor(subject), ...requestOf(typed) };
    const result = await planMove(organisingFor(deps, request), wanted).catch((error: unknown) => {
      if (error instanceof ActionImpossible) return error.reason;
      throw error;
    });
    const [open] = await openOf(subject);
    const isDone =
      typeof result === 'string'
        ? result === 'unchanged'
        : open !== undefined && result.outcome.becomes === open.becomes;
    return isDone ? afterChange(subject, Math.max(0, -amount)) : { notice: 'changedMeanwhile' };
  }

  function openOf({ order, participant }: Subject) {
    return openChanges(db, order.id, participant ? [participant.id] : []);
  }

  async function showForm(
    subject: Subject,
    { trouble, typed, status }: Shown = {},
  ): Promise<ActAnswer> {
    const { order, participant, path } = subject;
    if (isCancelled(order) || participant?.cancelledAt !== undefined) {
      return { main: html``, trouble: said.refusals.cancelled, ...(status && { status }) };
    }
    if (order.state !== 'CONFIRMED') return unpaid(subject);
    const full = await fullKinds(db, content.prices);
    const now = timestamp(context.clock());
    const choices =
      participant && offeredChoices(content.prices, order, participant.id, { now, full });
    if (!choices) return { main: html``, trouble: said.refusals.notOffered };
    const main = html`<p class="receipt-words">${said.change.intro}</p>
      <form class="receipt-form" method="post" action="${path}/change">
        <input type="hidden" name="version" value="${order.version}" />
        ${changeFields(said.change, order.currency, choices, typed)}
        <button class="receipt-download" type="submit">${said.change.next}</button>
      </form>`;
    return { main, trouble, ...(status && { status }) };
  }

  function unpaid({ order }: Subject): ActAnswer {
    const form = formOf(order);
    const main =
      form === undefined
        ? html``
        : html`<p><a class="receipt-download" href="${form}">${said.form}</a></p>`;
    if (order.state === 'REFUNDED') return { main, trouble: said.refusals.refunded };
    return { main, trouble: form === undefined ? said.refusals.notPaid : said.change.unpaid };
  }

  function showPlan(
    { path }: Subject,
    outcome: MoveOutcome,
    typed: ChangeForm,
    trouble: string | undefined,
  ): ActAnswer {
    const main = html`<h2>${said.change.check}</h2>
      ${changeWords(said, outcome).map((words) => html`<p class="receipt-words">${words}</p> `)}
      <form method="post" action="${path}/change">
        ${hiddenFields(typed)}
        <div class="receipt-ways">
          <button class="receipt-download" type="submit">${changeButton(said, outcome)}</button>
          ${editButton(said)}
        </div>
      </form>`;
    return { main, trouble, status: trouble === undefined ? 200 : 409 };
  }
}

/** The amount with which a reader agrees: to pay, or below 0 the refund. */
function amountOf({ moreCents, backCents }: MoveOutcome): number {
  return moreCents - backCents;
}

function requestFor({ order, participant }: Subject): MoveRequest {
  const { reference } = order;
  return { reference, participantId: participant?.id };
}

/** The sentences about the effect of a change. */
function changeWords(said: Content['yourRegistration'], outcome: MoveOutcome): Markup[] {
  const { change: words } = said;
  const { order, does, differences, takenBack, moreCents, lessCents, isPayPalAlone } = outcome;
  const money = (cents: Cents) => ({ amount: moneyText(cents, order.currency) });
  const hasFee = order.fee.percent > 0 || order.fee.fixed > 0;
  const costs = hasFee ? words.costsMoreWithFee : words.costsMore;
  return [
    ...differences.map(({ was, becomes }) => {
      if (was === undefined) return sentence(words.adds, { part: becomes ?? '' });
      if (becomes === undefined) return sentence(words.givesUp, { part: was });
      return sentence(words.instead, { was, becomes });
    }),
    ...takenBack.map((part) => sentence(words.takenBack, { part })),
    ...(does === 'askForMore'
      ? [
          sentence(costs, money(moreCents)),
          sentence(words.reserved, { hours: String(OWN_CHANGE_HOURS) }),
        ]
      : lessCents === 0
        ? [html`${words.costsTheSame}`]
        : [
            sentence(words.costsLess, money(lessCents)),
            ...refundWords(said, order.currency, outcome),
          ]),
    ...(isPayPalAlone ? [html`${words.paypalAlone}`] : []),
  ];
}

function changeButton(
  { change: words }: Content['yourRegistration'],
  { order, does, moreCents, backCents }: MoveOutcome,
): string {
  const money = (cents: Cents) => ({ amount: moneyText(cents, order.currency) });
  if (does === 'takeBack') return words.takeBack;
  if (does === 'askForMore') return fillPlaceholders(words.pay, money(moreCents));
  return backCents === 0 ? words.make : fillPlaceholders(words.makeWithRefund, money(backCents));
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fillPlaceholders } from '#contract/content/content-facts.ts';
import { type Cents, moneyText } from '#contract/money.ts';
import { keptPrivate } from '#server/http/private-page.ts';
import { timestamp } from '#server/identity.ts';
import { html, type Markup } from '#server/markup.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import { formOf } from '#server/orders/link-state.ts';
import { type MoveRequest, planMove } from '#server/orders/move-participant.ts';
import type { MoveOutcome } from '#server/orders/move-words.ts';
import { offeredChoices } from '#server/orders/offered-choices.ts';
import { openChanges } from '#server/orders/order-changes.ts';
import { linkOfChange, pathOf } from '#server/orders/payment-links.ts';
import { fullKinds } from '#server/orders/sale.ts';
import { ChangeForm, changeFields, hiddenFields, requestOf } from './change-form.ts';
import {
  type ActParams,
  actPage,
  backToPage,
  closedAct,
  findTarget,
  organisingFor,
  type OwnActDeps,
  refusalWords,
  sendAct,
  type Target,
} from './own-act.ts';
import { refundWords } from './refund-words.ts';
import { noRegistration } from './registration-page.ts';

type Request = FastifyRequest<{ Params: ActParams; Body: unknown }>;
type Shown = { trouble?: string | undefined; typed?: ChangeForm; status?: number };

/** The target of a change: always one person. */
type PersonTarget = Target & { person: NonNullable<Target['person']> };

/**
 * The pages on which participants change type, room and extras: a form, then its effect with the amount, then the
 * change. The payer of a group has them for each person. The plan is the organiser's, with the refunds of the rules.
 */
export function changeRoutes(app: FastifyInstance, deps: OwnActDeps): void {
  const { context, content } = deps;
  const { db } = context;
  const { yourRegistration: said } = content;
  const reading = { config: { limit: 'receipt' } } as const;
  const writing = { config: { limit: 'write' } } as const;

  for (const path of ['/registration/:token', '/registration/:token/people/:participantId']) {
    app.get<{ Params: ActParams }>(`${path}/change`, reading, async ({ params }, reply) => {
      const target = await targetOf(params);
      if (!target) return notFound(reply);
      const closed = closedAct(deps, 'change');
      return closed === undefined ? showForm(reply, target) : refuse(reply, target, closed, 200);
    });

    app.post<{ Params: ActParams; Body: unknown }>(
      `${path}/change`,
      writing,
      async (request, reply) => {
        const target = await targetOf(request.params);
        if (!target) return notFound(reply);
        const closed = closedAct(deps, 'change');
        if (closed !== undefined) return refuse(reply, target, closed);
        const form = ChangeForm.safeParse(request.body);
        if (!form.success) {
          return showForm(reply, target, { trouble: said.refusals.unreadable, status: 400 });
        }
        return change(request, reply, target, form.data);
      },
    );

    app.post<{ Params: ActParams; Body: unknown }>(
      `${path}/change/take-back`,
      writing,
      async (request, reply) => {
        const target = await targetOf(request.params);
        if (!target) return notFound(reply);
        const closed = closedAct(deps, 'change');
        if (closed !== undefined) return refuse(reply, target, closed);
        return takeBack(request, reply, target);
      },
    );
  }

  async function targetOf(params: ActParams): Promise<PersonTarget | undefined> {
    const target = await findTarget(db, params);
    return target?.person && { ...target, person: target.person };
  }

  async function change(
    request: Request,
    reply: FastifyReply,
    target: PersonTarget,
    typed: ChangeForm,
  ): Promise<FastifyReply> {
    const wanted = { ...requestFor(target), ...requestOf(typed), version: typed.version };
    try {
      const { outcome, perform } = await planMove(organisingFor(deps, request), wanted);
      const amount = amountOf(outcome);
      if (typed.amount !== amount) {
        const trouble = typed.amount === undefined ? undefined : said.amountChanged;
        return showPlan(reply, target, outcome, { typed: { ...typed, amount }, trouble });
      }
      await perform();
      return await afterChange(reply, target, outcome.backCents);
    } catch (error) {
      if (!(error instanceof ActionImpossible)) throw error;
      if (error.reason === 'changed') return repeated(request, reply, target, typed);
      const trouble = refusalWords(content, error);
      return showForm(reply, target, { trouble, typed, status: 409 });
    }
  }

  /** Leads to the payment, or to the page if the change is made or only took another one back. */
  async function afterChange(
    reply: FastifyReply,
    target: PersonTarget,
    backCents: number,
    notice: 'changeMade' | 'changeTakenBack' = 'changeMade',
  ): Promise<FastifyReply> {
    const [open] = await openChanges(db, target.order.id, [target.person.id]);
    if (open) return keptPrivate(reply).redirect(pathOf(linkOfChange(open)), 303);
    return backToPage(reply, target, backCents > 0 ? 'changeMadeWithRefund' : notice);
  }

  /**
   * The answer to a form about another version of the order. A double click sends the same form twice: if the wanted
   * change is made or waits for its payment already, the answer is the same as to the first.
   */
  async function repeated(
    request: Request,
    reply: FastifyReply,
    target: PersonTarget,
    typed: ChangeForm,
  ): Promise<FastifyReply> {
    const { order, person } = target;
    if (typed.amount === undefined) return backToPage(reply, target, 'changedMeanwhile');
    const organising = organisingFor(deps, request);
    const wanted = { ...requestFor(target), ...requestOf(typed) };
    const [open] = await openChanges(db, order.id, [person.id]);
    const result = await planMove(organising, wanted).catch((error: unknown) => {
      if (error instanceof ActionImpossible) return error.reason;
      throw error;
    });
    const isMade = result === 'unchanged' && open === undefined;
    const isOpen = typeof result !== 'string' && open && result.outcome.becomes === open.becomes;
    if (!isMade && !isOpen) return backToPage(reply, target, 'changedMeanwhile');
    return afterChange(reply, target, Math.max(0, -typed.amount));
  }

  async function takeBack(
    request: Request,
    reply: FastifyReply,
    target: PersonTarget,
  ): Promise<FastifyReply> {
    try {
      const { perform } = await planMove(organisingFor(deps, request), requestFor(target));
      await perform();
    } catch (error) {
      if (!(error instanceof ActionImpossible)) throw error;
      if (error.reason === 'changed') return backToPage(reply, target, 'changedMeanwhile');
      if (error.reason !== 'unchanged') return refuse(reply, target, refusalWords(content, error));
    }
    return backToPage(reply, target, 'changeTakenBack');
  }

  async function showForm(
    reply: FastifyReply,
    target: PersonTarget,
    { trouble, typed, status }: Shown = {},
  ): Promise<FastifyReply> {
    const { order, person, path } = target;
    if (order.state !== 'CONFIRMED') return refuseUnpaid(reply, target, status);
    const full = await fullKinds(db, content.prices);
    const now = timestamp(context.clock());
    const choices = offeredChoices(content.prices, order, person.id, { now, full });
    if (!choices) return refuse(reply, target, said.refusals.notOffered, status);
    const main = html`<p class="receipt-words">${said.change.intro}</p>
      <form class="receipt-form" method="post" action="${path}/change">
        <input type="hidden" name="version" value="${order.version}" />
        ${changeFields(said.change, order.currency, choices, typed)}
        <button class="receipt-download" type="submit">${said.change.next}</button>
      </form>`;
    return send(reply, target, { trouble, main, status });
  }

  function refuseUnpaid(reply: FastifyReply, target: PersonTarget, status = 200): FastifyReply {
    const form = formOf(target.order);
    const reason = target.order.state === 'REFUNDED' ? 'refunded' : 'notPaid';
    const main =
      form === undefined
        ? undefined
        : html`<p><a class="receipt-download" href="${form}">${said.form}</a></p>`;
    return send(reply, target, { trouble: said.refusals[reason], main, status });
  }

  function showPlan(
    reply: FastifyReply,
    target: PersonTarget,
    outcome: MoveOutcome,
    { typed, trouble }: { typed: ChangeForm; trouble: string | undefined },
  ): FastifyReply {
    const main = html`<h2>${said.change.check}</h2>
      ${planWords(outcome).map((words) => html`<p class="receipt-words">${words}</p> `)}
      <form class="receipt-form" method="post" action="${target.path}/change">
        ${hiddenFields(typed)}
        <button class="receipt-download" type="submit">${buttonOf(outcome)}</button>
      </form>`;
    return send(reply, target, { trouble, main, status: trouble === undefined ? 200 : 409 });
  }

  function planWords(outcome: MoveOutcome): string[] {
    const { change: words } = said;
    const { order, does, differences, takenBack, moreCents, lessCents, isPayPalAlone } = outcome;
    const money = (cents: Cents) => ({ amount: moneyText(cents, order.currency) });
    const hasFee = order.fee.percent > 0 || order.fee.fixed > 0;
    return [
      ...differences.map(({ was, becomes }) =>
        was === undefined
          ? fillPlaceholders(words.adds, { part: becomes ?? '' })
          : becomes === undefined
            ? fillPlaceholders(words.givesUp, { part: was })
            : fillPlaceholders(words.instead, { was, becomes }),
      ),
      ...takenBack.map((part) => fillPlaceholders(words.takenBack, { part })),
      ...(does === 'askForMore'
        ? [
            fillPlaceholders(hasFee ? words.costsMoreWithFee : words.costsMore, money(moreCents)),
            words.reserved,
          ]
        : []),
      ...(isPayPalAlone ? [words.paypalAlone] : []),
      ...(lessCents > 0
        ? [
            fillPlaceholders(words.costsLess, money(lessCents)),
            ...refundWords(said, order.currency, outcome),
          ]
        : []),
      ...(does !== 'askForMore' && lessCents === 0 ? [words.costsTheSame] : []),
    ];
  }

  function buttonOf({ order, does, moreCents, backCents }: MoveOutcome): string {
    const { change: words } = said;
    const money = (cents: Cents) => ({ amount: moneyText(cents, order.currency) });
    if (does === 'takeBack') return words.takeBack;
    if (does === 'askForMore') return fillPlaceholders(words.pay, money(moreCents));
    return backCents === 0 ? words.make : fillPlaceholders(words.makeWithRefund, money(backCents));
  }

  function refuse(reply: FastifyReply, target: PersonTarget, trouble: string, status = 409) {
    return send(reply, target, { trouble, status });
  }

  function send(
    reply: FastifyReply,
    target: PersonTarget,
    shown: { trouble?: string | undefined; main?: Markup | undefined; status?: number | undefined },
  ): FastifyReply {
    const { change: words } = said;
    const { person, isOfGroup } = target;
    const title = isOfGroup
      ? fillPlaceholders(words.titleOf, { person: person.name })
      : words.title;
    const { trouble, main, status = 200 } = shown;
    const page = actPage(content, target, { title, trouble, ...(main && { main }) });
    return sendAct(reply, deps, { title: words.title, main: page, status });
  }

  function notFound(reply: FastifyReply): FastifyReply {
    return sendAct(reply, deps, { title: said.title, main: noRegistration(said), status: 404 });
  }
}

/** The amount with which a reader agrees: to pay, or below 0 the refund. */
function amountOf({ moreCents, backCents }: MoveOutcome): number {
  return moreCents - backCents;
}

function requestFor({ order, person }: PersonTarget): MoveRequest {
  return { reference: order.reference, participantId: person.id, isByParticipant: true };
}

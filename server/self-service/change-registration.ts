import type { Content } from '#contract/content.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { proofWords } from '#contract/content/proof-words.ts';
import { type Cents, feeWords, moneyText, signedMoneyText } from '#contract/money.ts';
import type { Db } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import { hiddenFields } from '#server/http/form-field.ts';
import { small } from '#server/http/page-parts.ts';
import { html, type Markup } from '#server/markup.ts';
import { ActionImpossible, type Organising } from '#server/operations/plan.ts';
import { formOf } from '#server/orders/sell/link-state.ts';
import { type MoveRequest, planMove } from '#server/orders/change/move-participant.ts';
import type { MoveOutcome } from '#server/orders/change/move-words.ts';
import { offeredChoices } from '#server/orders/sell/offered-choices.ts';
import { openChanges } from '#server/orders/rows/order-changes.ts';
import { getOrder, isCancelled } from '#server/orders/rows/orders.ts';
import { OWN_CHANGE_HOURS } from '#server/orders/rows/payment-links.ts';
import { choiceOf, itemsFor } from '#server/orders/rows/registration-items.ts';
import { keptKinds } from '#server/orders/sell/kept-places.ts';
import { fullKinds } from '#server/orders/sell/place-limits.ts';
import { checkPart } from './act-page.ts';
import { type Act, type ActAnswer, type ActPage, refusalWords } from './act-routes.ts';
import { ChangeForm, changeFields, fieldsOf, requestOf } from './change-form.ts';
import { changePath } from './own-pages.ts';
import { refundWords } from './refund-words.ts';
import { sentence } from '#server/http/sentence.ts';
import { paidSubject, type Subject } from './subject.ts';

/**
 * Changes type, room and extras: a form, then its effect with the amount, then the change. The payer of a group does it
 * for each person. The plan is the organiser's, with the refunds of the rules.
 */
export const changeRegistration: Act<ChangeForm> = {
  path: 'change',
  needs: 'change',
  title: ({ change }) => change,
  subject: paidSubject,
  form: ChangeForm,
  show: formPage,
  async answer(organising, subject, typed) {
    if (typed.edit !== undefined) return formPage(organising, subject, typed);
    const { yourRegistration: said } = organising.content;
    const wanted = { ...requestFor(subject), ...requestOf(typed), version: typed.version };
    try {
      const { outcome, perform } = await planMove(organising, wanted);
      const amount = amountOf(outcome);
      if (typed.amount === undefined) return checkPage(organising.content, subject, outcome, typed);
      if (typed.amount !== amount) {
        // The first click may have moved the money while this one was planned.
        if (await hasChanged(organising, typed, subject)) {
          return await repeated(organising, subject, typed);
        }
        const page = checkPage(organising.content, subject, outcome, typed);
        return { ...page, trouble: said.amountChanged, status: 409 };
      }
      await perform();
      return await afterChange(organising, subject, outcome.backCents);
    } catch (error) {
      if (!(error instanceof ActionImpossible)) throw error;
      // The first click may have taken the last place, too.
      if (error.reason === 'changed' || (await hasChanged(organising, typed, subject))) {
        return repeated(organising, subject, typed);
      }
      const trouble = refusalWords(organising.content, error);
      return { trouble, ...(await formPage(organising, subject, typed)), status: 409 };
    }
  },
};

/** Leads to the payment, or to the page if the change is made. */
async function afterChange(
  { payments: { db } }: Organising,
  subject: Subject,
  backCents: number,
): Promise<ActAnswer> {
  const [open] = await openOf(db, subject);
  if (open) return { location: changePath(subject.owner, open) };
  return { notice: backCents > 0 ? 'changeMadeWithRefund' : 'changeMade' };
}

/** Whether the order has changed since the form was filled in. */
async function hasChanged(
  { payments: { db } }: Organising,
  { version }: ChangeForm,
  { order }: Subject,
): Promise<boolean> {
  return (await getOrder(db, order.id)).version !== version;
}

/**
 * The answer to a form about another version of the order. A double click sends the same form twice: if the wanted
 * change is made or waits for its payment already, the answer is the same as to the first.
 */
async function repeated(
  organising: Organising,
  subject: Subject,
  typed: ChangeForm,
): Promise<ActAnswer> {
  const { amount } = typed;
  if (amount === undefined) return { notice: 'changedMeanwhile' };
  const wanted = { ...requestFor(subject), ...requestOf(typed) };
  const result = await planMove(organising, wanted).catch((error: unknown) => {
    if (error instanceof ActionImpossible) return error.reason;
    throw error;
  });
  const [open] = await openOf(organising.payments.db, subject);
  const isDone =
    typeof result === 'string'
      ? result === 'unchanged'
      : open !== undefined && result.outcome.becomes === open.becomes;
  return isDone
    ? afterChange(organising, subject, Math.max(0, -amount))
    : { notice: 'changedMeanwhile' };
}

function openOf(db: Db, { order, participant }: Subject) {
  return openChanges(db, order.id, participant ? [participant.id] : []);
}

/** The form, or in its place the reason why there is none. */
async function formPage(
  { payments: { db, clock }, content }: Organising,
  subject: Subject,
  typed?: ChangeForm,
): Promise<ActPage> {
  const { order, participant, path } = subject;
  const { yourRegistration: said, prices, labels } = content;
  if (isCancelled(order) || participant?.cancelledAt !== undefined) {
    return { trouble: said.refusals.cancelled, status: 409 };
  }
  if (order.state !== 'CONFIRMED') return unpaid(content, subject);
  const now = timestamp(clock());
  const taken = await fullKinds(db, prices);
  const full = taken.difference(await keptKinds(db, participant?.id ?? '', now));
  const choices = participant && offeredChoices(prices, order, participant.id, { now, full });
  if (!choices) return { trouble: said.refusals.notOffered };
  const proofs = Object.fromEntries(
    prices.presentationTypes.flatMap(({ id, proof }) =>
      proof ? [[id, proofWords(proof, labels.proof)]] : [],
    ),
  );
  const words = { ...said.change, none: prices.labels.none, language: content.language, proofs };
  const fee = feeWords(order.fee, order.currency);
  const main = html`<p class="receipt-words">${said.change.intro}</p>
    ${fee === undefined ? undefined : html`<p class="receipt-words">${fillPlaceholders(labels.ownPage.plusFee, { fee })}</p>`}
    <form class="receipt-form" method="post" action="${path}/change">
      ${hiddenFields({ version: order.version })}
      ${changeFields(words, order.currency, choices, typed)}
      <button class="receipt-download" type="submit">${said.change.next}</button>
    </form>`;
  return { main };
}

function unpaid(
  { base, yourRegistration: said }: Pick<Content, 'base' | 'yourRegistration'>,
  { order }: Subject,
): ActPage {
  const form = formOf(order);
  const main =
    form === undefined
      ? html``
      : html`<p><a class="receipt-download" href="${base}${form}">${said.form}</a></p>`;
  if (order.state === 'REFUNDED') return { main, trouble: said.refusals.refunded };
  return { main, trouble: form === undefined ? said.refusals.notPaid : said.change.unpaid };
}

function checkPage(
  { yourRegistration: said, mails: { paymentLink: words }, prices, labels }: Content,
  { path, order, participant }: Subject,
  outcome: MoveOutcome,
  typed: ChangeForm,
): ActPage {
  const present = choiceOf(itemsFor(order.items, participant?.id ?? ''))?.presentation;
  const becomes = prices.presentationTypes.find(({ id }) => id === typed.type && id !== present);
  const main = checkPart(said, {
    check: said.change.check,
    table: changeTable(words, outcome),
    sentences: [
      ...changeWords(said, outcome),
      ...(becomes?.proof ? [html`${proofWords(becomes.proof, labels.proof)}`] : []),
    ],
    action: `${path}/change`,
    fields: fieldsOf({ ...typed, amount: amountOf(outcome) }),
    button: changeButton(said, outcome),
  });
  return { main };
}

/** The amount with which a reader agrees: to pay, or below 0 the refund. */
function amountOf({ moreCents, backCents }: MoveOutcome): number {
  return moreCents - backCents;
}

function requestFor({ order, participant }: Subject): MoveRequest {
  const { reference } = order;
  return { reference, participantId: participant?.id };
}

/** The parts that differ, before and after a change, and the difference of the price; none if nothing is booked anew. */
function changeTable(
  said: Content['mails']['paymentLink'],
  { order, differences, moreCents, lessCents }: MoveOutcome,
): Markup | undefined {
  if (differences.length === 0) return undefined;
  const difference = moreCents - lessCents;
  const sign = difference > 0 ? '+' : '';
  return html`<table class="receipt-change">
    <thead>
      <tr>
        <th scope="col">${said.was}</th>
        <th scope="col">${said.becomes}</th>
      </tr>
    </thead>
    <tbody>
      ${differences.map(
        ({ was, becomes, stay }) =>
          html`<tr>
            <td>${was ?? '–'}</td>
            <td>${becomes ?? '–'} ${becomes === undefined ? undefined : small(stay)}</td>
          </tr> `,
      )}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">${said.difference}</th>
        <td>${sign}${signedMoneyText(difference, order.currency)}</td>
      </tr>
    </tfoot>
  </table>`;
}

/** The sentences about the effect of a change. */
function changeWords(said: Content['yourRegistration'], outcome: MoveOutcome): Markup[] {
  const { change: words } = said;
  const { order, does, withdrawn, moreCents, lessCents, isPayPalAlone } = outcome;
  const money = (cents: Cents) => ({ amount: moneyText(cents, order.currency) });
  const hasFee = order.fee.percent > 0 || order.fee.fixed > 0;
  const costs = hasFee ? words.costsMoreWithFee : words.costsMore;
  return [
    ...withdrawn.map((part) => sentence(words.withdraws, { part })),
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
  if (does === 'withdraw') return words.withdraw;
  if (does === 'askForMore') return fillPlaceholders(words.pay, money(moreCents));
  return backCents === 0 ? words.make : fillPlaceholders(words.makeWithRefund, money(backCents));
}

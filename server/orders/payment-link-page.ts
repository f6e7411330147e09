import type { Content } from '#contract/content.ts';
import { fillPlaceholders } from '#contract/content/content-facts.ts';
import type { Moment } from '#contract/content/opening.ts';
import { type Cents, moneyText } from '#contract/money.ts';
import { plainName } from '#server/mail/plain-words.ts';
import {
  alert,
  amountRow,
  buttonForm,
  factRow,
  mailtoLink,
  pageOfWords,
} from '#server/http/page-parts.ts';
import { html, type Markup } from '#server/markup.ts';
import { type Delayed, delayWords, instructionsOf } from './delay-words.ts';
import { endText } from './order-facts.ts';
import { linesOf } from './orders.ts';
import { amountDue, linesOfChange, memberOf, nameOf, paidBy, type Payable } from './payables.ts';
import { isOffered } from './payment-links.ts';

/**
 * The state of a payment for a visitor who opens its link. `paid` has the path of the receipt, `paidByAnother` the
 * reference of the order that paid the same registration, `checking` the payment that is not decided, and `lapsed` the
 * path of the form, if there is one.
 */
export type LinkState =
  | (Unpaid & { is: 'open'; trouble?: string })
  | (Unpaid & { is: 'missed' })
  | { is: 'checking'; payment?: Delayed | undefined }
  | { is: 'lapsed'; formPath: string | undefined }
  | { is: 'paidByAnother'; reference: string }
  | { is: 'paid'; receiptPath: string };

type Unpaid = {
  ways: readonly WayToPay[];
  until: Moment;
  /** The reference of a paid registration with the same mail address, perhaps of somebody else. */
  paidAtAddress: string | undefined;
};

/** The way to pay that a button offers. The button's address ends with the same word. */
export type WayToPay = 'card' | 'paypal' | 'free';

type Words = Pick<Content, 'mails' | 'conference' | 'legal'>;

/**
 * The page with the items to pay and the possible actions; `address` is its path. The styles are in site/receipt.css.
 */
export function paymentLinkPage(
  { mails, conference, legal }: Words,
  address: string,
  payable: Payable,
  { state, isTest }: { state: LinkState; isTest: boolean },
): Markup {
  const { order } = payable;
  const { paymentLink: said, labels } = mails;
  const total = amountDue(payable);
  const money = (cents: Cents) => moneyText(cents, order.currency);
  const isPaid = state.is === 'paid';
  const until = 'until' in state ? endText(state.until) : undefined;
  return html`<article class="receipt">
    <h1>${said.title}</h1>
    ${stateOf({ mails, conference }, state)}
    ${isTest ? html`<p class="receipt-test">${isPaid ? mails.testMode : mails.testModeBefore}</p>` : undefined}
    <dl>
      ${factRow(labels.reference, [order.reference])}
      ${state.is === 'paidByAnother' ? factRow(said.paidAs, [state.reference]) : undefined}
      ${factRow(labels.for, [nameOf(payable), conference.name])} ${payerFact(mails, payable)}
      ${factRow(said.payee, [conference.organiser.legalName])}
      ${until === undefined ? undefined : factRow(labels.payableUntil, [until])}
    </dl>
    <table>
      <tbody>
        ${rowsOf(mails, payable).map(({ words, about, cents }) =>
          amountRow(
            words,
            cents === undefined ? '' : money(cents),
            about === undefined ? undefined : { text: about },
          ),
        )}
      </tbody>
      <tfoot>
        ${amountRow(labels.total, money(total))}
      </tfoot>
    </table>
    ${actionsOf({ mails, legal }, address, state, money(total))}
  </article>`;
}

/** Before a payment anybody may have typed the entries of a form: until then the page shows only a plain name. */
function payerFact(
  { paymentLink: said, labels }: Content['mails'],
  payable: Payable,
): Markup | undefined {
  const { name, institute } = payable.order.customer;
  if (isOffered(payable)) return factRow(said.from, [name, institute]);
  if (paidBy(payable) !== undefined) return factRow(labels.name, [name, institute]);
  const plain = plainName(name);
  return plain === undefined ? undefined : factRow(labels.name, [plain]);
}

type Row = { words: string; about?: string | undefined; cents?: Cents };

/** A change has rows for its old items, its new items and the difference. An order has a row for each line. */
function rowsOf({ paymentLink: said, labels }: Content['mails'], payable: Payable): Row[] {
  const { order, change } = payable;
  if (!change) {
    const isKnown = isOffered(payable) || paidBy(payable) !== undefined;
    return linesOf(order).map(({ words, statedByPayer, cents }) => ({
      words,
      about: isKnown ? statedByPayer : undefined,
      cents,
    }));
  }
  const [difference, ...fees] = linesOfChange(order, change);
  const member = memberOf(order, change);
  return [
    ...(member === undefined ? [] : [{ words: labels.participant, about: member }]),
    { words: said.was, about: change.was },
    { words: said.becomes, about: change.becomes },
    ...(difference ? [{ words: said.difference, cents: difference.cents }] : []),
    ...fees,
  ];
}

/** The page for a link that leads to no payment: the link is incomplete, replaced or invented. */
export function nothingToPay({ paymentLink }: Content['mails']): Markup {
  return pageOfWords(paymentLink.title, [paymentLink.notFound]);
}

type MoneySentence =
  | 'nothingTaken'
  | 'stillChecked'
  | 'cameLate'
  | 'lateIsRefunded'
  | 'lateIsReviewed';

/** A cancelled registration or a withdrawn change, and the sentences about its money. */
export type Withdrawn = {
  is: 'cancelled' | 'withdrawn' | 'notPossible';
  money: readonly MoneySentence[];
};

/** The page for the link of a registration or a change that cannot be paid any more. */
export function withdrawnPage(
  { mails: { paymentLink: said }, conference }: Words,
  { is, money }: Withdrawn,
): Markup {
  return html`<article class="receipt">
    <h1>${said.title}</h1>
    <p class="receipt-words">${[is, ...money].map((name) => said[name]).join(' ')}</p>
    <p class="receipt-words">${said.contact} ${mailtoLink(conference.secretary)}.</p>
  </article>`;
}

/**
 * The page for a visitor who has paid by a link that has been withdrawn. The page shows only the order's reference.
 */
export function stateAlone(
  { mails, conference }: Pick<Content, 'mails' | 'conference'>,
  reference: string,
  { is, isTest }: { is: 'paid' | 'checking'; isTest: boolean },
): Markup {
  return html`<article class="receipt">
    <h1>${mails.paymentLink.title}</h1>
    ${stateOf({ mails, conference }, is === 'paid' ? { is, receiptPath: '' } : { is })}
    ${isTest ? html`<p class="receipt-test">${mails.testMode}</p>` : undefined}
    <dl>${factRow(mails.labels.reference, [reference])}</dl>
  </article>`;
}

function stateOf(
  content: Pick<Content, 'mails' | 'conference'>,
  state: LinkState,
): Markup | undefined {
  const { paymentLink: said } = content.mails;
  switch (state.is) {
    case 'paid':
      return html`<p class="receipt-state">${said.paid}</p>`;
    case 'checking':
      return html`<p class="receipt-words" role="status">
        ${checkingWords(content, state.payment)}
      </p>`;
    case 'missed':
      return alert(said.notPaid);
    case 'lapsed':
      return alert(state.formPath === undefined ? said.lapsed : said.lapsedForm);
    case 'paidByAnother':
      return html`<p class="receipt-words" role="status">${said.paidByAnother}</p>`;
    case 'open':
      return state.trouble === undefined
        ? html`<p class="receipt-words">${said.toPay}</p>`
        : alert(state.trouble);
  }
}

/** The sentences about a payment that is not decided. */
function checkingWords(
  content: Pick<Content, 'mails' | 'conference'>,
  payment: Delayed | undefined,
): string {
  const words = payment && delayWords(content, payment);
  return words ? words.join(' ') : content.mails.paymentLink.checking;
}

/** The link to the bank details of a transfer that the payer still has to make. */
export function toInstructions(
  { moneyOnItsWay: said }: Pick<Content['mails'], 'moneyOnItsWay'>,
  payment: Delayed | undefined,
): Markup | undefined {
  const address = payment && instructionsOf(payment);
  if (address === undefined) return undefined;
  return html`<p>
    <a class="receipt-download" href="${address}" rel="noreferrer">${said.instructions}</a>
  </p>`;
}

function actionsOf(
  { mails: { paymentLink: said, moneyOnItsWay }, legal }: Pick<Words, 'mails' | 'legal'>,
  address: string,
  state: LinkState,
  amount: string,
) {
  switch (state.is) {
    case 'paid':
      return html`<p>
        <a class="receipt-download" href="${state.receiptPath}">${said.receipt}</a>
      </p>`;
    case 'checking':
      return html`${toInstructions({ moneyOnItsWay }, state.payment)}
        <p>
          <a class="receipt-download" href="${address}/return">${said.checkAgain}</a>
        </p>`;
    case 'lapsed':
      return state.formPath === undefined
        ? undefined
        : html`<p><a class="receipt-download" href="${state.formPath}">${said.form}</a></p>`;
    case 'paidByAnother':
      return undefined;
    default:
      return html`${paidAtAddress({ paymentLink: said }, state)}
        ${waysToPay({ paymentLink: said }, address, state.ways, amount)}
        <p class="receipt-words">${state.ways.includes('free') ? said.noteFree : said.note}</p>
        ${statements(legal)}`;
  }
}

/** Above the buttons: the registration may have been made and paid again. Only mails to the payer have the link. */
export function paidAtAddress(
  { paymentLink: said }: Pick<Content['mails'], 'paymentLink'>,
  { paidAtAddress: reference }: Unpaid,
): Markup | undefined {
  if (reference === undefined) return undefined;
  return html`<p class="receipt-words" role="status">
    ${fillPlaceholders(said.paidAtAddress, { reference })}
  </p>`;
}

/** A button for each way to pay, below an address. */
export function waysToPay(
  { paymentLink: said }: Pick<Content['mails'], 'paymentLink'>,
  address: string,
  ways: readonly WayToPay[],
  amount: string,
): Markup {
  return html`<div class="receipt-ways">
    ${ways.map((way, at) =>
      buttonForm(`${address}/${way}`, way === 'free' ? said.free : `${said[way]} · ${amount}`, {
        isQuiet: at > 0,
      }),
    )}
  </div>`;
}

/** The terms to which the payer agrees. The forms have the same terms beside their buttons. */
export function statements({ pages, paymentNote }: Content['legal']): Markup | undefined {
  if (pages.length === 0) return undefined;
  return html`<p class="receipt-words">
    ${paymentNote}
    ${pages.map(({ path, link }, at) => html`${at === 0 ? '' : ' · '}<a href="${path}">${link}</a>`)}
  </p>`;
}

import type { Content } from '#contract/content.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import type { Moment } from '#contract/content/opening.ts';
import { type Cents, moneyText } from '#contract/money.ts';
import { plainName } from '#server/mail/plain-words.ts';
import { alert, amountRow, buttonForm, factRow, writeTo, taxRow } from '#server/http/page-parts.ts';
import { html, type Markup } from '#server/markup.ts';
import { taxRowsOf } from '#server/receipts/tax-words.ts';
import { type Delayed, delayWords, instructionsOf } from './delay-words.ts';
import { endText } from '#server/orders/rows/order-facts.ts';
import { type OpenTransfer, transferFacts } from './transfer-facts.ts';
import { lastDayOf } from './transfer-end.ts';
import { askedOfPeople } from '#server/orders/rows/asked-of-people.ts';
import { askedReference, linesOf } from '#server/orders/rows/orders.ts';
import {
  amountDue,
  holdsPlace,
  linesOfChange,
  memberOf,
  nameOf,
  paidBy,
  type Payable,
} from '#server/orders/rows/payables.ts';
import { providerNames, type WayToPay } from '#server/payments/offered-ways.ts';
import { isByOrganiser } from '#server/orders/rows/payment-links.ts';

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
  | { is: 'paid'; receiptPath: string; isInvoice: boolean };

type Unpaid = {
  ways: readonly WayToPay[];
  until: Moment;
  /** The reference of a paid registration with the same mail address, perhaps of somebody else. */
  paidAtAddress: string | undefined;
  /** The bank transfer that the payer has chosen. */
  transfer: OpenTransfer | undefined;
  /** The last moment of a transfer that is chosen now. */
  transferUntil: Moment | undefined;
};

type Words = Pick<
  Content,
  'base' | 'mails' | 'conference' | 'legal' | 'labels' | 'prices' | 'yourRegistration'
>;

/** The invoice on the page: whether there is a recipient, and the sentence after its form was sent. */
export type InvoiceOnPage = { hasRecipient: boolean; notice: string | undefined };

/**
 * The page with the items to pay and the possible actions; `address` is its path. The styles are in site/receipt.css.
 */
export function paymentLinkPage(
  content: Words,
  address: string,
  payable: Payable,
  {
    state,
    isTest,
    invoice,
  }: { state: LinkState; isTest: boolean; invoice?: InvoiceOnPage | undefined },
): Markup {
  const { order } = payable;
  const { mails, conference, labels: words } = content;
  const { paymentLink: said, labels } = mails;
  const total = amountDue(payable);
  const money = (cents: Cents) => moneyText(cents, order.currency);
  const isPaid = state.is === 'paid';
  // A transfer has a last day of its own.
  const until = 'until' in state && !state.transfer ? endText(state.until) : undefined;
  const subject = askedReference(order);
  return html`<article class="receipt">
    <h1>${said.title}</h1>
    ${invoice?.notice === undefined ? undefined : html`<p class="receipt-words" role="status">${invoice.notice}</p>`}
    ${stateOf(content, state, payable)}
    ${isTest ? html`<p class="receipt-test">${isPaid ? mails.testMode : mails.testModeBefore}</p>` : undefined}
    <dl>
      ${factRow(labels.reference, [order.reference])}
      ${subject === undefined ? undefined : factRow(labels.about, [subject])}
      ${state.is === 'paidByAnother' ? factRow(said.paidAs, [state.reference]) : undefined}
      ${factRow(labels.for, [nameOf({ labels: words }, payable), conference.name])}
      ${payerFact(mails, payable)} ${factRow(said.payee, [conference.organiser.legalName])}
      ${until === undefined ? undefined : factRow(labels.payableUntil, [until])}
      ${changeFacts(mails, payable)}
    </dl>
    <table>
      <tbody>
        ${rowsOf({ mails, labels: words }, payable).map(({ words: line, about, cents }) =>
          amountRow(line, money(cents), about === undefined ? undefined : { text: about }),
        )}
      </tbody>
      <tfoot>
        ${amountRow(labels.total, money(total))}
        ${payable.change ? undefined : taxRowsOf(mails.receipt, order).map((row) => taxRow({ words: row.words, amount: money(row.cents) }))}
      </tfoot>
    </table>
    ${proofsOf(content, payable, state)} ${actionsOf(content, address, payable, state)}
    ${invoice && toInvoice(content.yourRegistration, address, invoice)}
  </article>`;
}

/** The link to the form of an invoice. The page does not name the recipient, which anybody may have typed. */
function toInvoice(
  { invoice: said }: Content['yourRegistration'],
  address: string,
  { hasRecipient }: InvoiceOnPage,
): Markup {
  return html`<section aria-labelledby="invoice">
    <h2 id="invoice">${said.heading}</h2>
    ${hasRecipient ? undefined : html`<p class="receipt-words">${said.offer}</p>`}
    <p class="receipt-words">
      <a href="${address}/invoice">${hasRecipient ? said.correct : said.add}</a>
    </p>
  </section>`;
}

/** Before a payment anybody may have typed the entries of a form: until then the page shows only a plain name. */
function payerFact(
  { paymentLink: said, labels }: Content['mails'],
  payable: Payable,
): Markup | undefined {
  const { name, institute } = payable.order.customer;
  if (isByOrganiser(payable)) return factRow(said.from, [name, institute]);
  if (paidBy(payable) !== undefined) return factRow(labels.name, [name, institute]);
  const plain = plainName(name);
  return plain === undefined ? undefined : factRow(labels.name, [plain]);
}

/** A payer hears before the payment of a difference that may become due. */
function proofsOf(
  content: Pick<Words, 'prices' | 'labels'>,
  { order, change }: Payable,
  state: LinkState,
): Markup | undefined {
  if (change || (state.is !== 'open' && state.is !== 'missed')) return undefined;
  return html`${askedOfPeople(content, order, order.participantIds).map((text) => html`<p class="receipt-words">${text}</p> `)}`;
}

type Row = { words: string; about?: string | undefined; cents: Cents };

/** A change has rows for the difference and its fee. An order has a row for each line. */
function rowsOf(
  { mails, labels: words }: Pick<Words, 'mails' | 'labels'>,
  payable: Payable,
): Row[] {
  const { paymentLink: said } = mails;
  const { order, change } = payable;
  if (!change) {
    const isKnown = isByOrganiser(payable) || paidBy(payable) !== undefined;
    return linesOf(order).map(({ words: line, statedByPayer, cents }) => ({
      words: line,
      about: isKnown ? statedByPayer : undefined,
      cents,
    }));
  }
  const [difference, ...fees] = linesOfChange({ labels: words }, order, change);
  return [...(difference ? [{ words: said.difference, cents: difference.cents }] : []), ...fees];
}

/** A change has its person, and what the person has booked before and after it. */
function changeFacts(
  { paymentLink: said, labels }: Content['mails'],
  { order, change }: Payable,
): Markup | undefined {
  if (!change) return undefined;
  const member = memberOf(order, change);
  return html`${member === undefined ? undefined : factRow(labels.participant, [member])}
  ${factRow(said.was, [change.was])} ${factRow(said.becomes, [change.becomes], change.stay)}`;
}

type MoneySentence =
  | 'nothingTaken'
  | 'stillChecked'
  | 'cameLate'
  | 'lateIsRefunded'
  | 'lateIsReviewed';

/** A cancelled registration, a withdrawn change or amount, and the sentences about its money. */
export type Withdrawn = {
  is: 'cancelled' | 'withdrawn' | 'notPossible' | 'askedNoMore';
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
    <p class="receipt-words">${writeTo(said.contact, conference)}</p>
  </article>`;
}

/**
 * The page for a visitor who has paid by a link that has been withdrawn. The page shows only the order's reference.
 */
export function stateAlone(
  { mails, labels, conference }: Pick<Content, 'mails' | 'labels' | 'conference'>,
  reference: string,
  { is, isTest }: { is: 'paid' | 'checking'; isTest: boolean },
): Markup {
  return html`<article class="receipt">
    <h1>${mails.paymentLink.title}</h1>
    ${stateOf({ mails, labels, conference }, is === 'paid' ? { is, receiptPath: '', isInvoice: false } : { is })}
    ${isTest ? html`<p class="receipt-test">${mails.testMode}</p>` : undefined}
    <dl>${factRow(mails.labels.reference, [reference])}</dl>
  </article>`;
}

function stateOf(
  content: Pick<Content, 'mails' | 'labels' | 'conference'>,
  state: LinkState,
  payable?: Payable,
): Markup | undefined {
  const { paymentLink: said } = content.mails;
  switch (state.is) {
    case 'paid':
      return html`<p class="receipt-state">${said.paid}</p>`;
    case 'checking':
      return html`<p class="receipt-words" role="status">
        ${checkingWords(content, state.payment, payable)}
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
  content: Pick<Content, 'mails' | 'labels' | 'conference'>,
  delayed: Delayed | undefined,
  payable: Payable | undefined,
): string {
  const words = delayed && delayWords(content, delayed, payable);
  return words ? words.join(' ') : content.mails.paymentLink.checking;
}

/** The link to the bank details of a transfer that the payer still has to make. */
export function toInstructions(
  { moneyOnItsWay: said }: Pick<Content['mails'], 'moneyOnItsWay'>,
  delayed: Delayed | undefined,
): Markup | undefined {
  const address = delayed && instructionsOf(delayed);
  if (address === undefined) return undefined;
  return html`<p>
    <a class="receipt-download" href="${address}" rel="noreferrer">${said.instructions}</a>
  </p>`;
}

function actionsOf(words: Words, address: string, payable: Payable, state: LinkState) {
  const { paymentLink: said } = words.mails;
  switch (state.is) {
    case 'paid':
      return html`<p>
        <a class="receipt-download" href="${state.receiptPath}"
          >${state.isInvoice ? words.mails.paymentConfirmed.ofAskedInvoice.button : said.receipt}</a
        >
      </p>`;
    case 'checking':
      return html`${toInstructions(words.mails, state.payment)}
        <p>
          <a class="receipt-download" href="${address}/return">${said.checkAgain}</a>
        </p>`;
    case 'lapsed':
      return state.formPath === undefined
        ? undefined
        : html`<p>
            <a class="receipt-download" href="${words.base}${state.formPath}">${said.form}</a>
          </p>`;
    case 'paidByAnother':
      return undefined;
    default:
      return html`${paidAtAddress(words.mails, state)} ${payment(words, address, payable, state)}
      ${noteOfWays(words, state)} ${statements(words)}`;
  }
}

function noteOfWays(
  { mails: { paymentLink: said }, conference }: Pick<Words, 'mails' | 'conference'>,
  { ways }: Unpaid,
): Markup | undefined {
  if (ways.includes('free')) return html`<p class="receipt-words">${said.noteFree}</p>`;
  return hostedNote(said.note, ways, conference);
}

/** A sentence about the pages of the providers; none if the payer stays here. */
export function hostedNote(
  note: string,
  ways: readonly WayToPay[],
  { dates: { language } }: Pick<Content['conference'], 'dates'>,
): Markup | undefined {
  const providers = providerNames(ways, language);
  if (providers === undefined) return undefined;
  return html`<p class="receipt-words">${fillPlaceholders(note, { providers })}</p>`;
}

/** The transfer that the payer has chosen, and the buttons of the ways to pay, below an address. */
export function payment(
  { mails, labels, conference }: Pick<Words, 'mails' | 'labels' | 'conference'>,
  address: string,
  payable: Payable,
  { ways, transfer, transferUntil }: Unpaid,
): Markup {
  const { paymentLink: said, transfer: words } = mails;
  const amount = moneyText(amountDue(payable), payable.order.currency);
  if (!transfer) {
    return html`${waysToPay({ paymentLink: said }, address, ways, amount)}
    ${
      ways.includes('transfer') && transferUntil
        ? html`<p class="receipt-words">
            ${fillPlaceholders(words.offer, { until: transferUntil.day })}
          </p>`
        : undefined
    }`;
  }
  const others = ways.filter((way) => way !== 'transfer');
  return html`${transferSection({ mails, labels, conference }, payable, transfer)}
  ${
    others.length === 0
      ? undefined
      : html`<p class="receipt-words receipt-instead">${words.instead}</p>
          ${waysToPay({ paymentLink: said }, address, others, amount, { areQuiet: true })}`
  }`;
}

/** The account, the amount, the words to quote and the last day. */
function transferSection(
  { mails, labels, conference }: Pick<Words, 'mails' | 'labels' | 'conference'>,
  payable: Payable,
  transfer: OpenTransfer,
): Markup {
  const { transfer: words } = mails;
  const money = (cents: Cents) => moneyText(cents, payable.order.currency);
  const until = lastDayOf(transfer.payment.expiresAt, conference);
  const { receivedCents, stillDueCents, proFormaPath } = transfer;
  const sentence =
    receivedCents === 0
      ? fillPlaceholders(holdsPlace(payable) ? words.held : labels.transfers.held, { until })
      : fillPlaceholders(words.inPart, {
          received: money(receivedCents),
          due: money(stillDueCents),
        });
  return html`<section class="transfer" id="transfer" aria-labelledby="transfer-heading">
    <h2 id="transfer-heading">${words.heading}</h2>
    <p class="receipt-words" role="status">${sentence}</p>
    <dl>
      ${transferFacts(mails, conference, payable, transfer).map(({ label, text }) => factRow(label, [text]))}
    </dl>
    <p><a class="receipt-download" href="${proFormaPath}">${words.proForma}</a></p>
  </section>`;
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
function waysToPay(
  { paymentLink: said }: Pick<Content['mails'], 'paymentLink'>,
  address: string,
  ways: readonly WayToPay[],
  amount: string,
  { areQuiet = false } = {},
): Markup {
  return html`<div class="receipt-ways">
    ${ways.map((way, at) =>
      buttonForm(
        `${address}/${way}`,
        way === 'free' ? said.free : `${said[way]} · ${amount}`,
        areQuiet || at > 0 ? 'quiet' : 'usual',
      ),
    )}
  </div>`;
}

/** The terms to which the payer agrees. The forms have the same terms beside their buttons. */
export function statements({ base, legal }: Pick<Content, 'base' | 'legal'>): Markup | undefined {
  const { pages, paymentNote } = legal;
  if (pages.length === 0) return undefined;
  return html`<p class="receipt-words">
    ${paymentNote}
    ${pages.map(({ path, link }, at) => html`${at === 0 ? '' : ' · '}<a href="${base}${path}">${link}</a>`)}
  </p>`;
}

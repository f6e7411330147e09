import { withColon } from '#contract/content/languages.ts';
import type { Content } from '#contract/content.ts';
import { type OwnAct, ownActs } from '#contract/content/shapes/conference-shape.ts';
import { momentAt } from '#contract/content/moments.ts';
import type { Opening } from '#contract/content/opening.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { addressLines } from '#contract/content/places.ts';
import { type Cents, moneyText } from '#contract/money.ts';
import { amountRow, factRow, writeTo, small, taxRow } from '#server/http/page-parts.ts';
import { plainName } from '#server/mail/plain-words.ts';
import { html, type Markup } from '#server/markup.ts';
import type { LinkState, Withdrawn } from '#server/orders/sell/payment-link-page.ts';
import { formOf } from '#server/orders/sell/link-state.ts';
import { askedOfPeople } from '#server/orders/rows/asked-of-people.ts';
import { untilText } from '#server/orders/rows/order-facts.ts';
import { factsOfTransfer, type OpenTransfer } from '#server/orders/sell/transfer-facts.ts';
import { isClaim, type OrderChange } from '#server/orders/rows/order-changes.ts';
import { noteOf } from '#server/orders/rows/order-items.ts';
import { isGroup, linesOf, type Order, registrationPath } from '#server/orders/rows/orders.ts';
import type { PageOwner } from '#server/orders/rows/page-owners.ts';
import { amountDue, memberOf } from '#server/orders/rows/payables.ts';
import { delayWords } from '#server/orders/sell/delay-words.ts';
import {
  hostedNote,
  paidAtAddress,
  payment,
  statements,
  toInstructions,
} from '#server/orders/sell/payment-link-page.ts';
import { linkOfChange } from '#server/orders/rows/payment-links.ts';
import { partFact } from '#server/orders/change/quote-change.ts';
import { itemsFor } from '#server/orders/rows/registration-items.ts';
import { titleOf } from '#server/receipts/document-words.ts';
import { isNote, validReceipts } from '#server/receipts/receipt-document.ts';
import { deskCode } from '#server/receipts/receipt-page.ts';
import type { IssuedDocument } from '#server/receipts/receipts.ts';
import { taxRowsOf } from '#server/receipts/tax-words.ts';
import { changePath } from './own-pages.ts';
import { sentence } from '#server/http/sentence.ts';

/** The state of the registration of a page. */
export type PageState =
  | {
      is: Exclude<
        keyof Content['yourRegistration']['states'],
        'unpaid' | 'checking' | 'confirmedOfGroup'
      >;
    }
  | Extract<LinkState, { is: 'checking' }>
  /** With the ways to pay, and the moment until which the order can be paid. */
  | (Extract<LinkState, { is: 'open' }> & { is: 'open' });

/** The facts of the page that its owner does not have. */
export type PageFacts = {
  state: PageState;
  paidCents: Cents;
  refundedCents: Cents;
  /** The part of the payments that is neither refunded nor the price of what is booked. */
  keptCents: Cents;
  /** For an order that was cancelled unpaid: the sentences about its payment. */
  withdrawnMoney: Withdrawn['money'];
  /** Changes that wait for their payment, or for the answer whether it has arrived. */
  openChanges: readonly {
    change: OrderChange;
    isChecking: boolean;
    transfer: OpenTransfer | undefined;
  }[];
  documents: readonly IssuedDocument[];
  isTest: boolean;
  /** The acts that are open now, each until its moment. */
  acts: Partial<Record<OwnAct, Opening>>;
};

/** The parts of the page that other files read and make. */
export type Shown = PageFacts & {
  /** A sentence about an act that was done, or could not be done. */
  notice: string | undefined;
  onTicket: readonly Markup[];
  /** Things that the reader should do, besides paying. */
  toDo: readonly Markup[];
  /** The parts that a reader unfolds. */
  folds: readonly Markup[];
};

/**
 * The page of a participant, or of the payer of a group: a ticket, what is still to do, the acts, the amounts, and the
 * rest folded. The styles are in site/receipt.css.
 */
export function registrationPage(content: Content, owner: PageOwner, shown: Shown): Markup {
  const { mails, yourRegistration: said, conference, labels } = content;
  const { order, isPayer } = owner;
  const { state } = shown;
  const isConfirmed = state.is === 'confirmed';
  const acts = html`${people(content, owner, shown)} ${actsSection(content, owner, shown)}`;
  return html`<article class="receipt own-page">
    ${shown.notice === undefined ? undefined : html`<p class="receipt-words" role="status">${shown.notice}</p>`}
    ${shown.isTest && isPayer ? html`<p class="receipt-test">${isConfirmed ? mails.testMode : mails.testModeBefore}</p>` : undefined}
    ${ticket(content, owner, shown)} ${toDo(content, owner, shown)}
    ${isConfirmed ? acts : undefined}
    ${order && isPayer ? amounts(content, order, shown) : undefined}
    ${order && isPayer ? toPay(content, owner, order, state) : undefined}
    ${isPayer && state.is === 'checking' ? toInstructions(mails, state.payment) : undefined}
    ${isConfirmed ? undefined : acts}
    ${order && isPayer ? documents(content, order, shown) : undefined}
    <div class="own-folds">${shown.folds}</div>
    <section aria-labelledby="contact">
      <h2 id="contact">${said.sections.contact}</h2>
      <p class="receipt-words">${writeTo(said.contact, conference)}</p>
      <p class="receipt-note">
        ${fillPlaceholders(labels.ownPage.clock, { place: conference.city })}
      </p>
    </section>
  </article>`;
}

/** The name, the state, the days and the place, with the code for the registration desk. */
function ticket(content: Content, owner: PageOwner, shown: Shown): Markup {
  const { mails, yourRegistration: said, conference } = content;
  const { order } = owner;
  const { state } = shown;
  const isConfirmed = state.is === 'confirmed';
  const who = knownPerson(owner, shown);
  const code = order && isConfirmed ? deskCode(mails.receipt, order.reference) : undefined;
  const stub =
    code || shown.onTicket.length > 0
      ? html`<div class="ticket-stub">${shown.onTicket} ${code}</div>`
      : undefined;
  return html`<div class="ticket">
    <div class="ticket-main">
      <h1>${said.title}</h1>
      ${who && html`<p class="ticket-name"><bdi>${who.name}</bdi></p>`}
      ${
        state.is === 'cancelled' && saysCancelled(said, shown.notice)
          ? undefined
          : html`<p class="${isConfirmed ? 'receipt-state' : 'receipt-words'}">
              ${stateWords(content, owner, shown)}
            </p>`
      }
      ${shown.withdrawnMoney.map((name) => html`<p class="receipt-words">${mails.paymentLink[name]}</p> `)}
      <dl>
        ${order && factRow(mails.labels.reference, [order.reference])}
        ${who?.institute === undefined ? undefined : factRow(mails.labels.institute, [who.institute])}
        ${takingPart(content, owner)}
        ${factRow(said.labels.conference, [conference.name, conference.dates.text])}
        ${factRow(said.labels.place, [conference.venue.name, ...addressLines({ ...conference.venue, city: conference.city }, conference)])}
      </dl>
    </div>
    ${stub}
  </div>`;
}

/** The box with everything that the reader should do. */
function toDo(content: Content, owner: PageOwner, shown: Shown): Markup | undefined {
  const parts = [openChanges(content, owner, shown), ...shown.toDo].filter(
    (part) => part !== undefined,
  );
  if (parts.length === 0) return undefined;
  return html`<section class="receipt-asks" aria-labelledby="to-do">
    <h2 id="to-do">${content.labels.ownPage.toDo}</h2>
    ${parts}
  </section>`;
}

/** The first sentence; the payer reads how the money comes. */
function stateWords(
  content: Content,
  { participant, isPayer }: PageOwner,
  { state }: Shown,
): string {
  const { states } = content.yourRegistration;
  if (state.is === 'confirmed' && !participant) return states.confirmedOfGroup;
  if (state.is === 'checking' && isPayer && state.payment) {
    return delayWords(content, state.payment)?.join(' ') ?? states.checking;
  }
  return states[state.is === 'open' ? 'unpaid' : state.is];
}

/** Whether the notice says that the registration is cancelled, which the page does not say twice. */
function saysCancelled(
  { cancel }: Content['yourRegistration'],
  notice: string | undefined,
): boolean {
  return notice === cancel.done || notice === cancel.doneWithRefund;
}

/** Before a payment a stranger may have typed the entries: until then the page shows a plain name only. */
function knownPerson(
  { participant, order, isPayer }: PageOwner,
  { state }: Shown,
): { name: string; institute?: string } | undefined {
  const who = participant ?? order?.customer;
  if (!who) return undefined;
  const isKnown = state.is === 'confirmed' || !isPayer || (order !== undefined && isGroup(order));
  const name = isKnown ? who.name : plainName(who.name);
  if (name === undefined || name === '') return undefined;
  return isKnown && who.institute !== '' ? { name, institute: who.institute } : { name };
}

/** A member of a group reads what the payer has ordered for the member. */
function takingPart(
  { mails: { labels } }: Content,
  { participant, order, isPayer }: PageOwner,
): Markup | undefined {
  if (!participant || !order || isPayer) return undefined;
  const { text, below } = partFact(itemsFor(order.items, participant.id));
  return factRow(labels.takingPart, [text], below);
}

function amounts(
  { mails, yourRegistration: said, labels }: Content,
  order: Order,
  shown: Shown,
): Markup {
  const money = (cents: Cents) => moneyText(cents, order.currency);
  const { paidCents, refundedCents, keptCents, state } = shown;
  return html`<table>
    <tbody>
      ${linesOf(order).map((line) => amountRow(line.words, money(line.cents), noteOf(mails.labels, line)))}
    </tbody>
    <tfoot>
      ${amountRow(mails.labels.total, money(order.amountCents))}
      ${taxRowsOf(mails.receipt, order).map((row) => taxRow({ words: row.words, amount: money(row.cents) }))}
      ${paidCents === 0 ? undefined : amountRow(said.labels.paid, money(paidCents))}
      ${refundedCents === 0 ? undefined : amountRow(said.labels.refunded, money(refundedCents))}
      ${keptCents === 0 ? undefined : amountRow(said.labels.kept, money(keptCents), { text: labels.ownPage.kept })}
      ${state.is === 'open' ? dueRows({ mails, yourRegistration: said }, order, state) : undefined}
    </tfoot>
  </table>`;
}

/** A part of a bank transfer is not paid yet, so it is only taken off what is due. */
function dueRows(
  { mails, yourRegistration: said }: Pick<Content, 'mails' | 'yourRegistration'>,
  { amountCents, currency }: Order,
  { transfer }: Extract<PageState, { is: 'open' }>,
): Markup {
  const money = (cents: Cents) => moneyText(cents, currency);
  const isPart = transfer !== undefined && transfer.receivedCents > 0;
  return html`${isPart ? amountRow(mails.transfer.labels.received, money(transfer.receivedCents)) : undefined}
  ${amountRow(said.labels.due, money(isPart ? transfer.stillDueCents : amountCents))}`;
}

function toPay(
  { base, language, mails, labels, yourRegistration: said, legal, conference, prices }: Content,
  owner: PageOwner,
  order: Order,
  state: PageState,
): Markup | undefined {
  if (state.is === 'lapsed' || state.is === 'registered') {
    const form = formOf(order);
    return form === undefined
      ? undefined
      : html`<p><a class="receipt-download" href="${base}${form}">${said.form}</a></p>`;
  }
  if (state.is !== 'open') return undefined;
  return html`${state.ways.length > 0 && !state.transfer ? html`<p class="receipt-words">${withColon(mails.labels.payableUntil, untilText({ conference }, state.until), language)}</p>` : undefined}
  ${askedOfPeople({ prices, labels }, order, order.participantIds).map((text) => html`<p class="receipt-words">${text}</p> `)}
  ${paidAtAddress(mails, state)}
  ${payment({ mails, labels, conference }, `${registrationPath(owner)}/pay`, { order }, state)}
  ${hostedNote(said.payNote, state.ways, conference)} ${statements({ base, legal })}`;
}

function lapseIn({ mails, conference }: Content, change: OrderChange) {
  const until = momentAt(linkOfChange(change).lapsesAt, conference.dates);
  return { label: mails.labels.payableUntil, text: untilText({ conference }, until) };
}

function openChanges(
  content: Content,
  owner: PageOwner,
  { openChanges: changes, acts }: Shown,
): Markup | undefined {
  const { yourRegistration: said, mails, conference } = content;
  const { paymentLink } = mails;
  const { order } = owner;
  if (!order || changes.length === 0) return undefined;
  return html`<section aria-labelledby="open-changes">
    <h3 id="open-changes">${said.sections.openChanges}</h3>
    <ul>
      ${changes.map(
        ({ change, isChecking, transfer }) =>
          html`<li>${isChecking ? checked(order, change) : unpaid(order, change, transfer)}</li> `,
      )}
    </ul>
  </section>`;

  function checked(of: Order, change: OrderChange): Markup {
    return html`<span>
        ${said.checkedChange} <bdi>${memberOf(of, change)}</bdi> ${change.becomes}
      </span>
      <a href="${changePath(owner, change)}/return">${paymentLink.checkAgain}</a>`;
  }

  function unpaid(of: Order, change: OrderChange, transfer: OpenTransfer | undefined): Markup {
    const payable = { order: of, change };
    const facts = transfer && factsOfTransfer(mails, conference, payable, transfer);
    const amount = facts?.amount.text ?? moneyText(amountDue(payable), of.currency);
    const until = facts?.until ?? lapseIn(content, change);
    return html`<span
        >${said.openChange} ${change.becomes} ${small(change.stay)}
        <span class="receipt-note">${until.label} ${until.text}</span></span
      >
      <a href="${changePath(owner, change)}"
        >${namedFor(change, said.pay, said.payFor)} · ${amount}</a
      >
      ${isClaim(change) ? undefined : acts.change && withdraw(change)}`;
  }

  function withdraw(change: OrderChange): Markup {
    const action = `${changePath(owner, change)}/withdraw`;
    const { withdraw: words, withdrawOf } = said.change;
    return html`<form method="post" action="${action}">
      <button class="receipt-text-button" type="submit">
        ${namedFor(change, words, withdrawOf)}
      </button>
    </form>`;
  }

  /** In a group several changes may wait, so each link and button names its person. */
  function namedFor(change: OrderChange, words: string, wordsFor: string): Markup {
    const person = order && memberOf(order, change);
    return person === undefined ? html`${words}` : sentence(wordsFor, { person });
  }
}

/** The payer of a group reads for each person what is ordered, and what can be changed. */
function people(
  { yourRegistration: said }: Content,
  owner: PageOwner,
  { acts }: Shown,
): Markup | undefined {
  const { participant, order, people: everybody } = owner;
  if (participant || !order) return undefined;
  const isPaid = order.paidPaymentId !== undefined;
  const open = ownActs.filter((act) => acts[act] && (isPaid || act === 'correct'));
  const page = registrationPath(owner);
  return html`<section aria-labelledby="people">
    <h2 id="people">${said.sections.people}</h2>
    <ul>
      ${everybody.map((person) => {
        const { text, below } = partFact(itemsFor(order.items, person.id));
        return html`<li class="own-person">
          <strong><bdi>${person.name}</bdi></strong> <span>${text} ${small(below)}</span>
          ${
            open.length === 0
              ? undefined
              : html`<details>
                  <summary>
                    ${said.sections.changes}
                    <span class="receipt-unseen"><bdi>${person.name}</bdi></span>
                  </summary>
                  ${open.map(
                    (act) =>
                      html`<a href="${page}/people/${person.id}/${PATHS[act]}">
                        ${sentence(said.actsOf[act], { person: person.name })}
                      </a> `,
                  )}
                </details>`
          }
        </li> `;
      })}
    </ul>
  </section>`;
}

/** The valid documents as files, and the page that has all of them. */
function documents(
  { yourRegistration: said, mails: { receipt: words }, labels }: Content,
  { receiptToken }: Order,
  { documents: issued }: Shown,
): Markup | undefined {
  if (issued.length === 0) return undefined;
  const page = `/receipt/${receiptToken}`;
  const now = [...validReceipts(issued), ...issued.filter(isNote)].filter(
    ({ isOfFormerPayer }) => !isOfFormerPayer,
  );
  return html`<section aria-labelledby="documents">
    <h2 id="documents">${said.sections.documents}</h2>
    <ul>
      ${now.map(
        (document) =>
          html`<li>
            <a href="${page}/${document.number}.pdf"
              >${fillPlaceholders(labels.ownPage.pdf, {
                document: `${titleOf(words, document)} ${document.number}`,
              })}</a
            >
          </li> `,
      )}
      <li><a href="${page}">${said.receipt}</a></li>
    </ul>
  </section>`;
}

/** The addresses of the acts below the address of the page. */
const PATHS: Record<OwnAct, string> = {
  correct: 'details',
  change: 'change',
  cancel: 'cancel',
  handOver: 'hand-over',
};

/**
 * The acts of a participant or of a whole group, as a row; the payer of a group has others for each person. Their ends are
 * below the row if all of them are the same.
 */
function actsSection(
  content: Content,
  owner: PageOwner,
  { acts, state }: Shown,
): Markup | undefined {
  const { yourRegistration: said } = content;
  const { participant, order } = owner;
  const open = ownActs.filter((act) => acts[act] && (participant || !isForOnePerson(act)));
  const page = registrationPath(owner);
  const endOf = (act: OwnAct) => {
    const until = acts[act]?.until;
    return until && `${said.until} ${untilText(content, until)}`;
  };
  const nameOf = (act: OwnAct) =>
    act === 'cancel' && order && isGroup(order) ? said.cancel.titleOfGroup : said.acts[act];
  const links = open.flatMap((act) => {
    const end = endOf(act);
    const isLast = act === 'cancel';
    const link = { end, address: `${page}/${PATHS[act]}`, words: nameOf(act), isLast };
    // A page that corrects the entries also takes another address.
    const address = { end, address: `${page}/address`, words: said.details.email, isLast };
    return act === 'correct' ? [link, address] : [link];
  });
  const calendar = {
    end: undefined,
    address: `${page}/calendar.ics`,
    words: said.calendar,
    isLast: false,
  };
  const ends = [...new Set(links.map(({ end }) => end))];
  const others = state.is === 'confirmed' ? [calendar] : [];
  const all = [...links, ...others].toSorted((a, b) => Number(a.isLast) - Number(b.isLast));
  if (all.length === 0) return undefined;
  return html`<section aria-labelledby="changes">
    <h2 id="changes">${said.sections.changes}</h2>
    <ul class="own-acts">
      ${all.map(
        ({ end, address, words }) =>
          html`<li>
            <a href="${address}"
              ><span>${words}</span> ${ends.length > 1 ? small(end) : undefined}</a
            >
          </li> `,
      )}
    </ul>
    ${ends.length === 1 ? small(ends[0]) : undefined}
  </section>`;
}

/** Whether the payer of a group does an act only for one of its people. */
function isForOnePerson(act: OwnAct): boolean {
  return act === 'change' || act === 'handOver';
}

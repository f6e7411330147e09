import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { momentAt } from '#contract/content/moments.ts';
import { proofWords } from '#contract/content/proof-words.ts';
import { requestsOnWire } from '#contract/payment.ts';
import { ofRequests, requests, NOTHING, type RequestId } from '#contract/requests.ts';
import type { LinkAnswer, LinkPage } from '#server/http/link-pages.ts';
import {
  pageOfWords,
  alert,
  amountRow,
  buttonForm,
  factRow,
  privacyNote,
} from '#server/http/page-parts.ts';
import { readFields, type Filled, personField } from '#server/http/person-fields.ts';
import { normalised, timestamp } from '#server/identity.ts';
import { html, type Markup } from '#server/markup.ts';
import {
  findOrder,
  isCancelled,
  type Order,
  registrationPath,
} from '#server/orders/rows/orders.ts';
import { priceOf, type RegistrationPrice } from '#server/orders/sell/registration-price.ts';
import { choiceWords, closedWordsOf } from './choice-words.ts';
import { entryPages, type WaitingListRoutes } from './entry-pages.ts';
import type { WaitingListDeps } from './join-waiting-list.ts';
import { leaveWaitingList } from './leave-waiting-list.ts';
import { offerPlaces } from './offer-places.ts';
import { offeredPrice, takeOffer } from './take-offer.ts';
import { offerOf, pageOf, type WaitingEntry } from './waiting-list.ts';
import { toTheForm } from './waiting-list-page.ts';
import type { Content } from '#contract/content.ts';
import type { Moment } from '#contract/content/opening.ts';
import { moneyText } from '#contract/money.ts';
import { checkField, hiddenFields, lineField } from '#server/http/form-field.ts';
import { plainName } from '#server/mail/plain-words.ts';
import { endText } from '#server/orders/rows/order-facts.ts';
import { feeIn, feeItem, linesOfItems } from '#server/orders/rows/order-items.ts';
import { statements } from '#server/orders/sell/payment-link-page.ts';
import { itemsOf } from '#server/orders/rows/registration-items.ts';

const Requests = z.object(requestsOnWire);

/** Reads the requests of a form: a checkbox is sent only if it is checked, and a number as text. */
function readRequests(typed: Readonly<Record<string, string>>) {
  return Requests.safeParse(
    ofRequests(({ id, kind }) => {
      if (kind === 'yes') return typed[id] !== undefined;
      return kind === 'number' ? Number(typed[id] ?? 0) : typed[id];
    }),
  );
}

/** The page of an offer, on which the person takes or declines it. */
export function offerRoutes(
  app: FastifyInstance,
  { deps, recording, frame }: WaitingListRoutes,
): void {
  const { get, post } = entryPages(app, { deps, frame }, deps.content.mails.waitingList.offerPage);

  get('/offer/:token', (entry) => showOffer(deps, entry));

  post('/offer/:token/take', (entry, typed) => take(deps, recording, entry, typed), {
    refused: (entry, trouble, typed) => showOffer(deps, entry, { typed, trouble }),
  });

  post('/offer/:token/decline', async (entry) => {
    if (await leaveWaitingList(deps, entry, 'OFFERED')) await offerPlaces(deps);
    return { location: offerOf(entry) };
  });
}

/** Takes the offer with the entries of its form, or shows the form with what is wrong. */
async function take(
  deps: WaitingListDeps,
  recording: WaitingListRoutes['recording'],
  entry: WaitingEntry,
  typed: Readonly<Record<string, string>>,
): Promise<LinkAnswer> {
  const { content } = deps;
  const { offerPage: said, page } = content.mails.waitingList;
  const price = offeredPrice(deps, entry);
  const location = offerOf(entry);
  if (!price || !isOpen(deps, entry)) return { location };
  const { entries, mistakes } = readFields(content, REST, typed);
  const { phone, institute, country } = entries;
  const { data: requested, error } = readRequests(typed);
  if (!phone || !institute || !country || !requested) {
    const wrong = requests.filter(({ id }) => error?.issues.some(({ path }) => path[0] === id));
    const wrongRequests = wrong.map(({ id }) => id);
    const filled = { typed, mistakes, wrongRequests, trouble: page.check };
    return offered(deps, entry, price, filled, 400);
  }
  if (typed['total'] !== String(price.totalCents)) {
    return offered(deps, entry, price, { typed, trouble: said.priceChanged }, 409);
  }
  const details = { phone, institute, country, ...requested };
  return { location: (await takeOffer(deps, recording, entry, price, details)) ?? location };
}

async function showOffer(deps: WaitingListDeps, entry: WaitingEntry, filled: FilledOffer = {}) {
  const { context, content } = deps;
  const said = content.mails.waitingList.offerPage;
  switch (entry.state) {
    case 'WAITING':
      return { location: pageOf(entry) };
    case 'LEFT':
      return { main: pageOfWords(said.title, [said.declined]) };
    case 'TAKEN': {
      const order = await findOrder(context.db, entry.orderId ?? '');
      const path = order && isToPayBy(order, entry) ? registrationPath(order) : undefined;
      return { main: takenPage(said, path) };
    }
    default: {
      const price = offeredPrice(deps, entry);
      if (entry.state === 'OFFERED' && !price) return { main: closedPage(deps, entry) };
      return price && isOpen(deps, entry)
        ? offered(deps, entry, price, filled)
        : { main: toTheForm(content, said.lapsed, said.title) };
    }
  }
}

function offered(
  { context, content }: WaitingListDeps,
  entry: WaitingEntry,
  price: RegistrationPrice,
  filled: FilledOffer,
  status = 200,
): LinkPage {
  const { name, email } = entry;
  const until = momentAt(entry.offeredUntil ?? '', content.conference.dates);
  const offer = { name, email, price, until };
  const isTest = context.mode !== 'live';
  return { main: offerPage(content, offerOf(entry), offer, filled, isTest), status };
}

/**
 * Whether the reader of an offer still has to pay its order. Later the offer leads to no page of a registration: its
 * address may be somebody else's by then, and whoever has the address can act.
 */
function isToPayBy(order: Order, { email }: WaitingEntry): boolean {
  const isTheirs = normalised(order.customer.email) === normalised(email);
  return isTheirs && order.paidPaymentId === undefined && !isCancelled(order);
}

function takenPage(
  said: WaitingListDeps['content']['mails']['waitingList']['offerPage'],
  path: string | undefined,
): Markup {
  const button =
    path === undefined
      ? undefined
      : html`<p><a class="receipt-download" href="${path}">${said.payment}</a></p>`;
  return pageOfWords(said.title, [said.taken], button);
}

function closedPage({ context, content, sale }: WaitingListDeps, { choice }: WaitingEntry): Markup {
  const { prices, mails } = content;
  const now = timestamp(context.clock());
  const price = priceOf(prices, choice, now);
  const refusal =
    (price && closedWordsOf(content, sale, price)) ?? choiceWords(prices, choice, now);
  const said = mails.waitingList.offerPage;
  return pageOfWords(said.title, [`${said.closed} ${refusal}`]);
}

function isOpen({ context }: WaitingListDeps, { state, offeredUntil = '' }: WaitingEntry): boolean {
  return state === 'OFFERED' && offeredUntil > timestamp(context.clock());
}

type Offer = { name: string; email: string; price: RegistrationPrice; until: Moment };
type FilledOffer = Filled & {
  typed?: { readonly [id in RequestId]?: string };
  wrongRequests?: readonly RequestId[];
};

/** The fields about the person that the waiting list has not asked for. */
const REST = ['phone', 'institute', 'country'] as const;

/** The page of an open offer: its price, the rest of the registration, and two buttons. `address` is its path. */
function offerPage(
  content: Content,
  address: string,
  { name, email, price, until }: Offer,
  filled: FilledOffer,
  isTest: boolean,
): Markup {
  const { mails, prices } = content;
  const { labels, waitingList: said } = mails;
  const words = said.offerPage;
  const { currency } = prices;
  // Anybody may have typed the name, with the address of a stranger.
  const plain = plainName(name);
  const proof = prices.presentationTypes.find(({ id }) => id === price.presentation)?.proof;
  const items = [...itemsOf(price, ''), ...feeItem(feeIn(prices), price.feeCents, currency)];
  return html`<article class="receipt">
    <h1>${words.title}</h1>
    ${alert(filled.trouble)}
    <p class="receipt-words">${words.intro}</p>
    ${isTest ? html`<p class="receipt-test">${mails.testModeBefore}</p>` : undefined}
    <dl>
      ${plain === undefined ? undefined : factRow(labels.name, [plain])}
      ${factRow(labels.email, [email])} ${factRow(said.labels.offeredUntil, [endText(until)])}
    </dl>
    <table>
      <tbody>
        ${linesOfItems(items, false).map(({ words: line, cents }) => amountRow(line, moneyText(cents, currency)))}
      </tbody>
      <tfoot>
        ${amountRow(labels.total, moneyText(price.totalCents, currency))}
      </tfoot>
    </table>
    ${proof && html`<p class="receipt-words">${proofWords(proof, content.labels.proof)}</p>`}
    <section aria-labelledby="missing">
      <h2 id="missing">${words.missing}</h2>
      <form method="post" action="${address}/take" class="receipt-form">
        ${hiddenFields({ total: price.totalCents })}
        ${REST.map((field) => personField(content, field, filled, { isOwn: true, isRequired: true }))}
        ${requestFields(mails, price, filled)}
        <p class="receipt-words">${words.note}</p>
        ${statements(content)} ${privacyNote(content)}
        <button class="receipt-download">${words.take}</button>
      </form>
    </section>
    <section aria-labelledby="decline">
      <h2 id="decline">${words.decline}</h2>
      <p class="receipt-words">${words.declineNote}</p>
      ${buttonForm(`${address}/decline`, words.decline, 'ending')}
    </section>
  </article>`;
}

/** The requests that cost nothing, as in the form: some only with a room. */
function requestFields(
  { requests: labels, waitingList: { offerPage: said } }: Content['mails'],
  { registration }: RegistrationPrice,
  { typed = {}, wrongRequests = [] }: FilledOffer,
): Markup[] {
  return requests
    .filter(({ needsRoom }) => !needsRoom || registration === 'stay')
    .map((request) => {
      const { id, kind } = request;
      const label = labels[id];
      if (kind === 'yes') {
        return checkField('checkbox', {
          name: id,
          value: 'yes',
          isChecked: typed[id] !== undefined,
          label,
        });
      }
      const value = typed[id] ?? String(NOTHING[kind]);
      const mistake = wrongRequests.includes(id) ? said.unreadable : undefined;
      return lineField({ name: id, label, value, mistake }, { type: kind, most: request.most });
    });
}

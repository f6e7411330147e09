import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { momentAt } from '#contract/content/moments.ts';
import { requestsOnWire } from '#contract/payment.ts';
import { ofRequests, requests } from '#contract/requests.ts';
import type { LinkAnswer, LinkPage } from '#server/http/link-pages.ts';
import { pageOfWords } from '#server/http/page-parts.ts';
import { readFields } from '#server/http/person-fields.ts';
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
import { type FilledOffer, offerPage, REST } from './offer-page.ts';
import { offerPlaces } from './offer-places.ts';
import { offeredPrice, takeOffer } from './take-offer.ts';
import { offerOf, pageOf, type WaitingEntry } from './waiting-list.ts';
import { toTheForm } from './waiting-list-page.ts';

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

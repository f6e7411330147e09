import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { momentAt } from '#contract/content/moments.ts';
import { requestsOnWire } from '#contract/payment.ts';
import { ofRequests, requests } from '#contract/requests.ts';
import { explained } from '#server/http/errors.ts';
import { formEntries } from '#server/http/form-body.ts';
import { pageOfWords } from '#server/http/page-parts.ts';
import { readFields } from '#server/http/person-fields.ts';
import { keptPrivate, sendPrivatePage } from '#server/http/private-page.ts';
import { normalised, timestamp } from '#server/identity.ts';
import { html, type Markup } from '#server/markup.ts';
import {
  findOrder,
  isCancelled,
  type Order,
  registrationPath,
} from '#server/orders/rows/orders.ts';
import { priceOf } from '#server/orders/sell/registration-price.ts';
import type { WaitingEntry } from './waiting-list.ts';
import { choiceWords, closedWordsOf } from './choice-words.ts';
import { entryOf, type EntryLink, type WaitingListRoutes } from './join-routes.ts';
import { leaveWaitingList } from './leave-waiting-list.ts';
import { type FilledOffer, offerPage, REST } from './offer-page.ts';
import { offerPlaces } from './offer-places.ts';
import { offeredPrice, takeOffer } from './take-offer.ts';
import { offerOf, pageOf } from './waiting-list-mails.ts';
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
  const { context, content, sale } = deps;
  const { mails, prices } = content;
  const { offerPage: said, page } = mails.waitingList;
  const reading = { config: { limit: 'read' } } as const;
  const writing = { config: { limit: 'write' } } as const;
  const now = () => timestamp(context.clock());

  app.get<EntryLink>('/offer/:token', reading, async ({ params }, reply) => {
    const entry = await entryOf(context.db, params);
    return entry ? showOffer(reply, entry) : noOffer(reply);
  });

  app.post<EntryLink>('/offer/:token/take', writing, async (request, reply) => {
    const entry = await entryOf(context.db, request.params);
    if (!entry) return noOffer(reply);
    const price = offeredPrice(deps, entry);
    if (!price || !isOpen(entry)) return keptPrivate(reply).redirect(offerOf(entry), 303);
    const typed = formEntries(request.body);
    const { entries, mistakes } = readFields(content, REST, typed);
    const { phone, institute, country } = entries;
    const { data: requested, error } = readRequests(typed);
    if (!phone || !institute || !country || !requested) {
      const wrong = requests.filter(({ id }) => error?.issues.some(({ path }) => path[0] === id));
      const wrongRequests = wrong.map(({ id }) => id);
      const filled = { typed, mistakes, wrongRequests, trouble: page.check };
      return showOffer(reply, entry, filled, 400);
    }
    if (typed['total'] !== String(price.totalCents)) {
      return showOffer(reply, entry, { typed, trouble: said.priceChanged }, 409);
    }
    try {
      const details = { phone, institute, country, ...requested };
      const path = await takeOffer(deps, recording, entry, price, details);
      return keptPrivate(reply).redirect(path ?? offerOf(entry), 303);
    } catch (problem) {
      const { message: trouble, status } = explained(request, reply, problem, content);
      return showOffer(reply, entry, { typed, trouble }, status);
    }
  });

  app.post<EntryLink>('/offer/:token/decline', writing, async ({ params }, reply) => {
    const entry = await entryOf(context.db, params);
    if (!entry) return noOffer(reply);
    if (await leaveWaitingList(deps, entry, 'OFFERED')) await offerPlaces(deps);
    return keptPrivate(reply).redirect(offerOf(entry), 303);
  });

  async function showOffer(
    reply: FastifyReply,
    entry: WaitingEntry,
    filled: FilledOffer = {},
    status = 200,
  ): Promise<FastifyReply> {
    const address = offerOf(entry);
    switch (entry.state) {
      case 'WAITING':
        return keptPrivate(reply).redirect(pageOf(entry), 303);
      case 'LEFT':
        return send(reply, pageOfWords(said.title, [said.declined]));
      case 'TAKEN': {
        const order = await findOrder(context.db, entry.orderId ?? '');
        const path = order && isToPayBy(order, entry) ? registrationPath(order) : undefined;
        return send(reply, takenPage(path));
      }
      default: {
        const price = offeredPrice(deps, entry);
        if (entry.state === 'OFFERED' && !price) return send(reply, closedPage(entry));
        if (!price || !isOpen(entry))
          return send(reply, toTheForm(content, said.lapsed, said.title));
        const { name, email } = entry;
        const until = momentAt(entry.offeredUntil ?? '', content.conference.dates);
        const isTest = context.mode !== 'live';
        const offer = { name, email, price, until };
        return send(reply, offerPage(content, address, offer, filled, isTest), status);
      }
    }
  }

  /**
   * Whether the reader of an offer still has to pay its order. Later the offer leads to no page of a registration: its
   * address may be somebody else's by then, and whoever has the address can act.
   */
  function isToPayBy(order: Order, { email }: WaitingEntry): boolean {
    const isTheirs = normalised(order.customer.email) === normalised(email);
    return isTheirs && order.paidPaymentId === undefined && !isCancelled(order);
  }

  function takenPage(path: string | undefined): Markup {
    const button =
      path === undefined
        ? undefined
        : html`<p><a class="receipt-download" href="${path}">${said.payment}</a></p>`;
    return pageOfWords(said.title, [said.taken], button);
  }

  function closedPage({ choice }: WaitingEntry): Markup {
    const price = priceOf(prices, choice, now());
    const refusal =
      (price && closedWordsOf(content, sale, price)) ?? choiceWords(prices, choice, now());
    return pageOfWords(said.title, [`${said.closed} ${refusal}`]);
  }

  function noOffer(reply: FastifyReply): FastifyReply {
    return send(reply, pageOfWords(said.title, [said.notFound]), 404);
  }

  function isOpen({ state, offeredUntil = '' }: WaitingEntry): boolean {
    return state === 'OFFERED' && offeredUntil > now();
  }

  function send(reply: FastifyReply, main: Markup, status = 200): FastifyReply {
    return sendPrivatePage(reply, frame, { title: said.title, main, status, formEndsAt: [] });
  }
}

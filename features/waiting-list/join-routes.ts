import { findMissing } from '#server/orders/sell/places-left.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import type { Prices } from '#contract/content.ts';
import { GUESTS, NIGHTS, registrationTypes } from '#contract/registration-options.ts';
import { inTransaction } from '#server/database/database.ts';
import { rejectHoneypot } from '#server/http/answer.ts';
import { explained } from '#server/http/errors.ts';
import { formEntries } from '#server/http/form-body.ts';
import { type LinkAnswer, linkPages } from '#server/http/link-pages.ts';
import { knownOrigin, type OriginOf } from '#server/http/origin.ts';
import type { PageFrame } from '#server/http/page-frame.ts';
import { pageOfWords } from '#server/http/page-parts.ts';
import { type Filled, readFields } from '#server/http/person-fields.ts';
import { sendPrivatePage } from '#server/http/private-page.ts';
import { timestamp } from '#server/identity.ts';
import type { Markup } from '#server/markup.ts';
import { placesOfChoice } from '#server/orders/sell/places.ts';
import { combinationMistakes } from '#server/orders/sell/refuse-combination.ts';
import { onlyForOf } from '#server/orders/sell/price-needs.ts';
import {
  type Choice,
  choiceOfPrice,
  findPrice,
  priceOfNew,
  type RegistrationPrice,
} from '#server/orders/sell/registration-price.ts';
import { confirmEntry, findEntry, type WaitingEntry } from './waiting-list.ts';
import type { RegistrationDeps } from '#server/registration/register.ts';
import { choiceWords, closedWordsOf } from './choice-words.ts';
import { joiningQuota, joinWaitingList, type WaitingListDeps } from './join-waiting-list.ts';
import { leaveWaitingList } from './leave-waiting-list.ts';
import { offerOf, pageOf } from './mails.ts';
import { JOINING, joinPage, toTheForm, waitingPage } from './waiting-list-page.ts';

export type WaitingListRoutes = {
  deps: WaitingListDeps;
  recording: RegistrationDeps;
  frame: PageFrame;
  originOf: OriginOf;
};

/** More than any conference sells to one person. */
const MOST_EXTRAS = 100;

const number = (most: number) => z.coerce.number().check(z.int(), z.minimum(0), z.maximum(most));

const Asked = z.object({ choice: z.string().check(z.maxLength(400)) });

/** The choice in the address that the form makes (site/registration/waiting-list.tsx), in the form's own spellings. */
const Chosen = z.object({
  registrationType: z.enum(Object.values(registrationTypes).map(({ form }) => form)),
  presentationType: z.string(),
  nights: number(NIGHTS.most),
  guests: number(GUESTS.most),
  extras: z.array(number(MOST_EXTRAS)),
});

/**
 * The pages on which a visitor joins the waiting list and leaves it, complete without scripts. A GET changes nothing,
 * because programs open the links of mails.
 */
export function joinRoutes(
  app: FastifyInstance,
  { deps, recording, frame, originOf }: WaitingListRoutes,
): void {
  const { context, content } = deps;
  const { mails, prices } = content;
  const { page: said } = mails.waitingList;
  const quota = joiningQuota(context, recording.isLimited);
  const reading = { config: { limit: 'read' } } as const;
  const now = () => timestamp(context.clock());
  const send = (reply: FastifyReply, main: Markup, status = 200) =>
    sendPrivatePage(reply, frame, { title: said.title, main, status, formEndsAt: [] });
  const { get, post } = entryPages(app, { deps, frame }, said);

  app.get('/waiting-list', reading, async ({ query }, reply) => {
    const price = forEverybody(prices, priceAsked(prices, query, now()));
    if (!price) return send(reply, toTheForm(content, said.unknown), 404);
    const refusal = await refusalOf(deps, price);
    return send(reply, refusal === undefined ? joining(deps, price) : toTheForm(content, refusal));
  });

  app.post('/waiting-list', { config: { limit: 'joining' } }, async (request, reply) => {
    const typed = formEntries(request.body);
    const price = forEverybody(prices, findPrice(prices, typed['choice'] ?? '', now()));
    if (!price) return send(reply, toTheForm(content, said.unknown), 404);
    const { entries, mistakes } = readFields(content, JOINING, typed);
    const { name, email } = entries;
    if (!name || !email) {
      return send(reply, joining(deps, price, { typed, mistakes, trouble: said.check }), 400);
    }
    try {
      rejectHoneypot(typed);
      const refusal = await refusalOf(deps, price);
      if (refusal !== undefined) return send(reply, toTheForm(content, refusal));
      const where = { choice: choiceOfPrice(price), origin: knownOrigin(originOf(request)) };
      const joined = await joinWaitingList(deps, quota, { name, email }, where);
      return send(
        reply,
        joined === 'free'
          ? toTheForm(content, said.free)
          : pageOfWords(said.title, [said.joined, content.labels.waitingList.byMail]),
      );
    } catch (problem) {
      const { message: trouble, status } = explained(request, reply, problem, content);
      return send(reply, joining(deps, price, { typed, trouble }), status);
    }
  });

  get('/waiting-list/:token', (entry) => showEntry(deps, entry));

  post('/waiting-list/:token/leave', async (entry) => {
    await leaveWaitingList(deps, entry, 'WAITING');
    return { location: pageOf(entry) };
  });

  post('/waiting-list/:token/confirm', async (entry) => {
    await inTransaction(context.db, (tx) => confirmEntry(tx, entry.id, now()));
    return { location: pageOf(entry) };
  });
}

function showEntry(deps: WaitingListDeps, entry: WaitingEntry): LinkAnswer {
  const { content } = deps;
  const { page: said } = content.mails.waitingList;
  switch (entry.state) {
    case 'WAITING':
      return {
        main: waitingPage(content, {
          choice: wordsOfChoice(deps, entry.choice),
          address: pageOf(entry),
          isConfirmed: entry.confirmedAt !== undefined,
        }),
      };
    case 'LEFT':
      return { main: pageOfWords(said.title, [said.left]) };
    case 'LAPSED':
      return { main: toTheForm(content, said.ended) };
    default:
      return { location: offerOf(entry) };
  }
}

function joining(deps: WaitingListDeps, price: RegistrationPrice, filled: Filled = {}): Markup {
  const choice = wordsOfChoice(deps, choiceOfPrice(price));
  return joinPage(deps.content, { choice, choiceId: price.id }, filled);
}

function wordsOfChoice({ context, content }: WaitingListDeps, choice: Choice): string {
  return choiceWords(content.prices, choice, timestamp(context.clock()));
}

function priceAsked(prices: Prices, query: unknown, now: string): RegistrationPrice | undefined {
  const values = Asked.safeParse(query).data?.choice.split(',') ?? [];
  const [registrationType, presentationType, nights, guests, ...extras] = values;
  const asked = { registrationType, presentationType, nights, guests, extras };
  const { data } = Chosen.safeParse(asked);
  const type = prices.presentationTypes.find(({ form }) => form === data?.presentationType);
  if (!data || !type) return undefined;
  const hasRoom = data.registrationType === registrationTypes.stay.form;
  const choice: Choice = {
    presentation: type.id,
    registration: hasRoom ? 'stay' : 'registration',
    nights: hasRoom ? data.nights : 0,
    guests: hasRoom ? data.guests : 0,
    extras: Object.fromEntries(prices.extras.map(({ id }, at) => [id, data.extras[at] ?? 0])),
  };
  return priceOfNew(prices, choice, now);
}

/** The waiting list asks for no membership, and nobody waits for what only a personal link sells. */
function forEverybody(
  prices: Prices,
  price: RegistrationPrice | undefined,
): RegistrationPrice | undefined {
  return price && onlyForOf(prices, price.presentation) ? undefined : price;
}

/** Why nobody can wait for this choice now. */
async function refusalOf(
  { context, content, sale }: WaitingListDeps,
  price: RegistrationPrice,
): Promise<string | undefined> {
  const { prices } = content;
  const { page: said } = content.mails.waitingList;
  const closed = closedWordsOf(content, sale, price);
  if (closed !== undefined) return closed;
  const mistakes = combinationMistakes(prices, choiceOfPrice(price));
  if (mistakes.length > 0) return mistakes.join(' ');
  const missing = await findMissing(context.db, sale, placesOfChoice(choiceOfPrice(price)));
  return missing.length === 0 ? said.free : undefined;
}

/** The pages behind the link of an entry. */
export function entryPages(
  app: FastifyInstance,
  { deps: { context, content }, frame }: Pick<WaitingListRoutes, 'deps' | 'frame'>,
  { title, notFound }: { title: string; notFound: string },
) {
  return linkPages<WaitingEntry>(app, {
    frame,
    words: content,
    title,
    find: (token) => findEntry(context.db, token),
    notFound: () => ({ main: pageOfWords(title, [notFound]) }),
    limits: { GET: 'read', POST: 'write' },
  });
}

import { lockPlaces } from '#server/orders/sell/place-limits.ts';
import { serveWaiting } from './queue.ts';
import { inLanguage } from '#contract/content.ts';
import { momentAt } from '#contract/content/moments.ts';
import type { Moment } from '#contract/content/opening.ts';
import { asCents, moneyText } from '#contract/money.ts';
import { HOUR } from '#contract/time-spans.ts';
import { inTransaction, type Tx } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import { findHold } from '#server/mail/hold.ts';
import type { MailEvent } from '#server/mail/mail-kinds.ts';
import { postMessages, withdrawFrom } from '#server/mail/outbox.ts';
import { feeIn, feeItem, linesOfItems } from '#server/orders/rows/order-items.ts';
import { findPaidOrder } from '#server/orders/rows/participants.ts';
import { itemsOf } from '#server/orders/rows/registration-items.ts';
import { priceOf } from '#server/orders/sell/registration-price.ts';
import {
  findOrdered,
  listAdditions,
  listEntries,
  listOverdueTakers,
  moveEntry,
  type WaitingEntry,
} from './waiting-list.ts';
import { endOfAwaited, isForSale, moreWords } from './awaited.ts';
import { choiceWords } from './choice-words.ts';
import type { WaitingListDeps } from './join-waiting-list.ts';
import { type EndOfOffer, moreEnded, moreOffered, offerEnded, offerMade } from './mails.ts';
import { readerOf, type WithMore, withMore } from './more-of-participant.ts';

/** The time for which an offer to a visitor is open. */
const OFFER_MS = 48 * HOUR;

/**
 * Ends the offers whose time is over, and offers free places to the next people on the waiting list. With the lock of
 * the places, and each mail in the same transaction, a place is offered once, however many servers do this at the same
 * moment and wherever one of them is killed.
 */
export async function offerPlaces(deps: WaitingListDeps): Promise<void> {
  const { db, clock } = deps.context;
  await inTransaction(db, async (tx) => {
    const isQuiet =
      (await listEntries(tx, 'WAITING')).length === 0 &&
      (await listEntries(tx, 'OFFERED')).length === 0 &&
      (await listOverdueTakers(tx, timestamp(clock()))).length === 0;
    if (isQuiet) return;
    await lockPlaces(tx, deps.content.prices);
    await removePlaced(tx);
    await removeUnplaced(deps, tx);
    await endOffers(deps, tx);
    // The time of an offer would run while its mail waits.
    if ((await findHold(tx)) === 'all') return;
    const { served } = await serveWaiting(tx, deps.sale);
    for (const { entry } of served) {
      await (entry.participantId === undefined ? offer : offerMore)(deps, tx, entry);
    }
  });
}

/** Somebody who has a paid place by now needs no other. */
async function removePlaced(tx: Tx): Promise<void> {
  for (const entry of await findOrdered(tx)) {
    const hasPlace = (await findPaidOrder(tx, entry)) !== undefined;
    if (hasPlace) await moveEntry(tx, entry.id, entry.state, 'LEFT');
  }
}

/** People who have no place any more, or could not have more of this, wait for nothing. */
async function removeUnplaced({ content }: WaitingListDeps, tx: Tx): Promise<void> {
  for (const entry of await listAdditions(tx)) {
    const isPossible = (await withMore(tx, content.prices, entry)) !== undefined;
    if (!isPossible && content.conference.waitingForMore) {
      await moveEntry(tx, entry.id, entry.state, 'LEFT');
    }
  }
}

async function endOffers(deps: WaitingListDeps, tx: Tx): Promise<void> {
  const { sale, context } = deps;
  const now = timestamp(context.clock());
  const offered = await listEntries(tx, 'OFFERED');
  const unread = await unreadOffers(tx, offered);
  for (const entry of offered) {
    const recipient = unread.get(entry.id);
    if (recipient !== undefined) {
      await moveEntry(tx, entry.id, 'OFFERED', 'LAPSED');
      await withdrawFrom(tx, { recipient, about: [entry.id] }, context.clock());
      continue;
    }
    const isSold = isForSale(sale, entry);
    if (!isSold) await end(deps, tx, entry, 'closed');
    else if ((entry.offeredUntil ?? '') <= now) await end(deps, tx, entry, 'lapsed');
  }
  for (const entry of await listOverdueTakers(tx, now)) await end(deps, tx, entry, 'unpaid');
}

/** The entries whose address the mail server has refused, with this address: nobody will read these offers. */
async function unreadOffers(
  tx: Tx,
  offered: readonly WaitingEntry[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map(offered.map(({ id }) => [`${'offer-made' satisfies MailEvent}:${id}`, id]));
  if (ids.size === 0) return new Map();
  const rows = await tx
    .selectFrom('outbox')
    .select(['message_key', 'recipient'])
    .where('message_key', 'in', [...ids.keys()])
    .where('dead_at', 'is not', null)
    .execute();
  return new Map(rows.map(({ message_key: key, recipient }) => [ids.get(key) ?? '', recipient]));
}

async function end(
  deps: WaitingListDeps,
  tx: Tx,
  entry: WaitingEntry,
  reason: EndOfOffer,
): Promise<void> {
  if (!(await moveEntry(tx, entry.id, entry.state, 'LAPSED'))) return;
  if (entry.participantId !== undefined) {
    if (reason !== 'unpaid') await tellEnded(deps, tx, entry, reason);
    return;
  }
  const { context, content: first, mailLayout } = deps;
  const content = inLanguage(first, entry.language);
  const now = context.clock();
  const mail = offerEnded(mailLayout, entry, {
    reason,
    choice: choiceWords(content.prices, entry.choice, timestamp(now)),
    until: momentAt(entry.offeredUntil ?? timestamp(now), content.conference.dates),
  });
  await postMessages(tx, context, mail);
}

async function offer(deps: WaitingListDeps, tx: Tx, entry: WaitingEntry): Promise<void> {
  const { context, content, mailLayout } = deps;
  const { prices } = inLanguage(content, entry.language);
  const now = context.clock();
  const price = priceOf(prices, entry.choice, timestamp(now));
  if (!price) return;
  const until = await openOffer(deps, tx, entry, OFFER_MS);
  if (!until) return;
  const phaseEnd = prices.phases.find(({ name }) => name === price.phase)?.until;
  const items = [...itemsOf(price, ''), ...feeItem(feeIn(prices), price.feeCents, prices.currency)];
  const mail = offerMade(mailLayout, entry, {
    lines: linesOfItems(items, false),
    currency: prices.currency,
    until,
    priceUntil: phaseEnd && phaseEnd.at < until.at ? phaseEnd : undefined,
  });
  await postMessages(tx, context, mail);
}

/** Offers more to a participant, at the price that it has now. */
async function offerMore(deps: WaitingListDeps, tx: Tx, entry: WaitingEntry): Promise<void> {
  const { context, content, mailLayout } = deps;
  const { prices, conference } = inLanguage(content, entry.language);
  const added = await withMore(tx, prices, entry);
  const hours = conference.waitingForMore?.hours;
  if (!added || hours === undefined) return;
  const until = await openOffer(deps, tx, entry, hours * HOUR);
  if (!until) return;
  const mail = moreOffered(mailLayout, askedMore(entry, added), {
    more: moreWords(prices, entry.choice),
    costs: moneyText(asCents(Math.max(0, added.differenceCents)), added.order.currency),
    until,
  });
  await postMessages(tx, context, mail);
}

/** Opens an offer for a time, or until the sale ends. Undefined if the entry has left the queue. */
async function openOffer(
  { context, content, sale }: WaitingListDeps,
  tx: Tx,
  entry: WaitingEntry,
  ms: number,
): Promise<Moment | undefined> {
  const { dates } = inLanguage(content, entry.language).conference;
  const now = context.clock();
  const lapse = momentAt(timestamp(now, ms), dates);
  const close = endOfAwaited(sale, entry);
  const until = close && close.at < lapse.at ? close : lapse;
  const times = { offeredAt: timestamp(now), offeredUntil: until.at };
  return (await moveEntry(tx, entry.id, 'WAITING', 'OFFERED', times)) ? until : undefined;
}

async function tellEnded(
  { context, content, mailLayout }: WaitingListDeps,
  tx: Tx,
  entry: WaitingEntry,
  reason: Exclude<EndOfOffer, 'unpaid'>,
): Promise<void> {
  const { prices } = inLanguage(content, entry.language);
  const added = await withMore(tx, prices, entry);
  if (!added) return;
  const told = { reason, more: moreWords(prices, entry.choice) };
  await postMessages(tx, context, moreEnded(mailLayout, askedMore(entry, added), told));
}

function askedMore({ id, origin, language }: WaitingEntry, added: WithMore) {
  const { name, email, path } = readerOf(added);
  const { reference } = added.order;
  return { id, name, email, language, reference, page: `${origin}${path}/waiting` };
}

import * as z from 'zod/mini';
import type { Organising } from '#server/operations/plan.ts';
import { timestamp } from '#server/identity.ts';
import { isCancelled, isDiscount, stateOf } from '#server/orders/rows/orders.ts';
import type { PageOwner } from '#server/orders/rows/page-owners.ts';
import type { Participant } from '#server/orders/rows/participants.ts';
import { fullKinds } from '#server/orders/sell/place-limits.ts';
import { number } from '#server/self-service/act-form.ts';
import type { Act, ActAnswer, ActPage } from '#server/self-service/act-routes.ts';
import type { OwnPagePart } from '#server/self-service/own-page-parts.ts';
import type { SelfServiceRoutes } from '#server/self-service/own-pages.ts';
import { closedWords } from '#server/self-service/open-acts.ts';
import { isForMember, paidSubject, type Subject } from '#server/self-service/subject.ts';
import { askForMore, endWaiting, soldOutFor } from './ask-for-more.ts';
import { awaitedPlaces } from './awaited.ts';
import { countAhead } from './join-waiting-list.ts';
import { morePage, morePart, type OwnEntry } from './more-page.ts';
import { withMore } from './more-of-participant.ts';
import { listAdditions, listEntries, type WaitingEntry } from './waiting-list.ts';

const WaitForm = z.union([
  z.object({ act: z.literal('ask'), thing: z.string().check(z.maxLength(120)), count: number }),
  z.object({ act: z.literal('end'), entry: z.string().check(z.maxLength(60)) }),
]);

/** The page on which a participant with a place waits for what is sold out; the payer of a group does it for each person. */
export const waitForMore: Act<z.output<typeof WaitForm>> = {
  path: 'waiting',
  needs: 'change',
  title: ({ waitingForMore }) => waitingForMore,
  subject: (owner, participantId) => {
    const subject = paidSubject(owner, participantId);
    return subject?.participant && isPlaced(subject) ? subject : undefined;
  },
  form: WaitForm,
  show: shownPage,
  async answer(organising, subject, form): Promise<ActAnswer> {
    const { order, participant, path } = subject;
    if (!participant || !organising.content.conference.waitingForMore) {
      return shownPage(organising, subject);
    }
    if (form.act === 'end') await endWaiting(organising, participant.id, form.entry);
    else {
      const { thing, count } = form;
      await askForMore(organising, { order, participant, thing, count });
    }
    return { location: `${path}/waiting` };
  },
};

function isPlaced({ order, participant }: Subject): boolean {
  return (
    order.state === 'CONFIRMED' &&
    !isCancelled(order) &&
    !isDiscount(order) &&
    participant?.cancelledAt === undefined
  );
}

async function shownPage(organising: Organising, subject: Subject): Promise<ActPage> {
  const { payments, content } = organising;
  const { db, clock } = payments;
  const { order, participant, path } = subject;
  if (!participant) return {};
  const isOffered = ({ state }: WaitingEntry) => state === 'OFFERED';
  const queued = await listAdditions(db, [participant.id]);
  const entries = queued.toSorted(
    (one, other) => Number(isOffered(other)) - Number(isOffered(one)),
  );
  const own: OwnEntry[] = [];
  for (const entry of entries) {
    const places = Object.keys(awaitedPlaces(entry));
    const added = await withMore(db, content.prices, entry);
    const position = (await countAhead(db, places, entry.id)) + 1;
    own.push({ entry, position, wanted: added?.wanted });
  }
  const soldOut = content.conference.waitingForMore
    ? await soldOutFor(db, { content, clock }, { order, participant }, entries)
    : [];
  return { main: morePage(content, { path, order, own, soldOut }) };
}

/** The part of the own page. */
export async function moreSection(
  { context: { db, clock }, content }: SelfServiceRoutes,
  owner: PageOwner,
): Promise<OwnPagePart[]> {
  const { conference, prices } = content;
  if (!conference.waitingForMore || closedWords(content, 'change', timestamp(clock()))) return [];
  const { order } = owner;
  if (!order || (await stateOf(db, order)) !== 'CONFIRMED') return [];
  const subjects = subjectsOf(owner);
  if (subjects.length === 0) return [];
  const ids = subjects.map(({ participant }) => participant.id);
  const entries = await listAdditions(db, ids);
  const isFull = [...(await fullKinds(db, prices))].some(
    (kind) => kind === 'nights' || kind.startsWith('extra:'),
  );
  const hasSoldOut = isFull || (await listEntries(db, 'WAITING')).length > 0;
  const people = subjects.map((subject) => ({
    path: subject.path,
    name: isForMember(subject) ? subject.participant.name : undefined,
    own: entries.filter(({ participantId }) => participantId === subject.participant.id),
  }));
  const shown = morePart(content, people, hasSoldOut);
  if (!shown) return [];
  const { part, isOffered } = shown;
  return [isOffered ? { place: 'to-do', rank: 25, part } : { place: 'folded', rank: 46, part }];
}

function subjectsOf(owner: PageOwner): (Subject & { participant: Participant })[] {
  const ids = owner.participant ? [undefined] : owner.people.map(({ id }) => id);
  return ids.flatMap((id) => {
    const subject = paidSubject(owner, id);
    const { participant } = subject ?? {};
    return subject && participant && isPlaced(subject) ? [{ ...subject, participant }] : [];
  });
}

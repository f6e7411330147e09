import type { AgendaDay, Content } from '#contract/content.ts';
import { weekdayOf } from '#contract/content/calendar-days.ts';
import { overlap } from '#contract/content/shapes/agenda-shape.ts';
import { isSameName, normalised } from '#contract/person-name.ts';
import type { AcceptedContribution } from './accepted-contributions.ts';
import { withPosterSession } from './poster-sessions.ts';
import { areInTwoRooms, isSamePerson, type Presenter } from './slot-mistakes.ts';
import { isPoster, type Slot } from './slots.ts';

/** A contribution with its own hours, or those of the session of its poster. */
export type Presented = {
  reference: string;
  slot: Slot & { presentation?: string | undefined };
  presenters: readonly Presenter[];
};

type Accepted = {
  abstract: Pick<AcceptedContribution['abstract'], 'reference' | 'sessionId' | 'withdrawnAt'>;
  decision: Presented['slot'];
  presenters: readonly Presenter[];
};

/** The contributions that were not withdrawn. */
export function presentedAmong(
  accepted: readonly Accepted[],
  content: Pick<Content, 'agenda' | 'sessions'>,
): Presented[] {
  return accepted
    .filter(({ abstract }) => abstract.withdrawnAt === undefined)
    .map(({ abstract: { reference, sessionId }, decision, presenters }) => ({
      reference,
      slot: withPosterSession(content, decision, sessionId),
      presenters,
    }));
}

/**
 * A sentence for each person who has a talk during the session of the own poster, or who is the chair elsewhere while
 * presenting. A poster may have somebody else beside it, so nothing is refused.
 */
export function peopleTwice(
  presented: readonly Presented[],
  { agenda }: { agenda: readonly AgendaDay[] },
): string[] {
  const posters = presented.filter(({ slot }) => isPoster(slot));
  const talks = presented.filter(({ slot }) => !isPoster(slot));
  const besidePosters = posters.flatMap((poster) =>
    talks
      .filter((talk) => areAtOnce(poster.slot, talk.slot))
      .flatMap((talk) => {
        const person = poster.presenters.find((one) =>
          talk.presenters.some((other) => isSamePerson(one, other)),
        );
        const { number = '' } = poster.slot;
        return person
          ? `${person.name} presents ${talk.reference} during the session of the own poster ${`${number} (${poster.reference})`.trim()}, ${timeOf(talk.slot)}.`
          : [];
      }),
  );
  const chaired = [...talks.map(({ slot }) => slot), ...writtenSessions(agenda)].filter(
    ({ chair = '' }) => normalised(chair) !== '',
  );
  const besideChairs = chaired.flatMap((session) =>
    presented.flatMap(({ reference, slot, presenters }) => {
      const { chair = '' } = session;
      const isElsewhere = isPoster(slot) ? areAtOnce(session, slot) : areInTwoRooms(session, slot);
      if (!isElsewhere || !presenters.some(({ name }) => isSameName(name, chair))) return [];
      return `${chair} is the chair in ${session.room ?? 'a session'} and presents ${reference} at the same time, ${timeOf(slot)}.`;
    }),
  );
  return [...new Set([...besidePosters, ...besideChairs])];
}

/** The contributions that somebody of this name presents at the hours of a slot. */
export function presentedBy(
  name: string,
  presented: readonly Presented[],
  at: Slot,
): readonly Presented[] {
  return presented.filter(
    ({ slot, presenters }) =>
      areAtOnce(at, slot) && presenters.some((presenter) => isSameName(presenter.name, name)),
  );
}

function areAtOnce(one: Slot, other: Slot): boolean {
  const [mine, theirs] = [hoursOf(one), hoursOf(other)];
  return (
    mine !== undefined && theirs !== undefined && one.day === other.day && overlap(mine, theirs)
  );
}

function hoursOf({ day, starts, ends }: Slot) {
  if (day === undefined || starts === undefined || ends === undefined) return undefined;
  return { start: starts, end: ends };
}

/** "Friday 09:00–09:20" */
export function timeOf({ day = '', starts, ends }: Slot): string {
  return `${weekdayOf(day, 'en')} ${starts}–${ends}`;
}

/** The items of the agenda that organisers wrote, with their chairs. */
function writtenSessions(agenda: readonly AgendaDay[]): Slot[] {
  return agenda.flatMap(({ date: day, items }) =>
    items
      .filter(({ abstract }) => abstract === undefined)
      .map(({ start: starts, end: ends, room, chair }) => ({ day, starts, ends, room, chair })),
  );
}

import { acceptedContributions } from '#features/programme/accepted-contributions.ts';
import { withPosterSession } from '#features/programme/poster-sessions.ts';
import { isPoster, type Slot } from '#features/programme/slots.ts';
import type { Content } from '#contract/content.ts';
import type { Db } from '#server/database/database.ts';
import { type Board, boardsByNumber, byNumber, posterNumbers } from './poster-boards.ts';

/** A poster that hangs in the hall. */
export type HallPoster = {
  abstractId: string;
  reference: string;
  number: string;
  title: string;
  /** The names of those who present it. */
  presenters: string;
  sessionId: string;
  board: Board | undefined;
  /** The day and the hours at which it is presented. */
  slot: Slot;
};

/** The accepted posters with a number, by their numbers, and how many have none. Withdrawn ones do not hang. */
export async function readHall(
  db: Db,
  content: Pick<Content, 'agenda' | 'conference' | 'sessions'>,
): Promise<{ posters: HallPoster[]; unnumbered: number }> {
  const { walls = [] } = content.conference.abstracts.posters ?? {};
  const boards = boardsByNumber({ walls }, await posterNumbers(db));
  const accepted = (await acceptedContributions(db)).filter(
    ({ abstract, decision }) => abstract.withdrawnAt === undefined && isPoster(decision),
  );
  const posters = accepted.flatMap(({ abstract, decision, title, presenters }) =>
    decision.number === undefined
      ? []
      : [
          {
            abstractId: abstract.id,
            reference: abstract.reference,
            number: decision.number,
            title,
            presenters: presenters.map(({ name }) => name).join(', '),
            sessionId: abstract.sessionId,
            board: boards.get(decision.number),
            slot: withPosterSession(content, decision, abstract.sessionId),
          },
        ],
  );
  return {
    posters: posters.toSorted((one, other) => byNumber(one.number, other.number)),
    unnumbered: accepted.length - posters.length,
  };
}

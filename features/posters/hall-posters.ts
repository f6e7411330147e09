import { acceptedContributions } from '#features/programme/accepted-contributions.ts';
import { isPoster } from '#features/programme/slots.ts';
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
};

/** The accepted posters with a number, by their numbers, and how many have none. Withdrawn ones do not hang. */
export async function readHall(
  db: Db,
  { conference }: Pick<Content, 'conference'>,
): Promise<{ posters: HallPoster[]; unnumbered: number }> {
  const { walls = [] } = conference.abstracts.posters ?? {};
  const boards = boardsByNumber({ walls }, await posterNumbers(db));
  const accepted = (await acceptedContributions(db)).filter(
    ({ abstract, decision }) => abstract.withdrawnAt === undefined && isPoster(decision),
  );
  const posters = accepted.flatMap(({ abstract, decision: { number }, title, presenters }) =>
    number === undefined
      ? []
      : [
          {
            abstractId: abstract.id,
            reference: abstract.reference,
            number,
            title,
            presenters: presenters.map(({ name }) => name).join(', '),
            sessionId: abstract.sessionId,
            board: boards.get(number),
          },
        ],
  );
  return {
    posters: posters.toSorted((one, other) => byNumber(one.number, other.number)),
    unnumbered: accepted.length - posters.length,
  };
}

import type { Content } from '#contract/content.ts';
import type {
  Publication,
  PublishedContribution,
} from '#features/contributions/published-contributions.ts';
import { bySession } from '#server/abstract/abstract-titles.ts';
import type { AboutContribution } from '#server/abstract/contribution-part.ts';
import type { Db } from '#server/database/database.ts';
import { type Board, boardsByNumber, byNumber, posterNumbers } from './poster-boards.ts';
import { listPosters, picturesByAbstract, type Pictures, type Poster } from './posters.ts';
import { postersIn, stateOfFile } from './public-posters.ts';

/** A poster that everybody sees, perhaps without a file. */
export type GalleryPoster = {
  contribution: PublishedContribution;
  board: Board | undefined;
  file: Poster['file'];
  pictures: Pictures;
  videoUrl: string | undefined;
};

/** All posters of a publication by their numbers; those without a number come last. */
export async function readGallery(
  db: Db,
  { conference }: Pick<Content, 'conference'>,
  { publication, files }: { publication: Publication; files: AboutContribution['files'] },
): Promise<GalleryPoster[]> {
  const kept = new Map((await listPosters(db)).map((each) => [each.abstractId, each]));
  const pictures = await picturesByAbstract(db);
  const { walls = [] } = conference.abstracts.posters ?? {};
  const boards = boardsByNumber({ walls }, walls.length === 0 ? [] : await posterNumbers(db));
  return postersIn(publication)
    .map((contribution): GalleryPoster => {
      const { abstractId, decision } = contribution;
      const { file, videoUrl } = kept.get(abstractId) ?? {};
      const isShown = file !== undefined && stateOfFile(file, files) === 'shown';
      return {
        contribution,
        board: boards.get(decision.number ?? ''),
        file: isShown ? file : undefined,
        pictures: (isShown && pictures.get(abstractId)) || {},
        videoUrl,
      };
    })
    .toSorted((one, other) => compareNumbers(one.contribution, other.contribution));
}

function compareNumbers(one: PublishedContribution, other: PublishedContribution): number {
  const [first, second] = [one.decision.number, other.decision.number];
  if (first === undefined || second === undefined) {
    return Number(first === undefined) - Number(second === undefined);
  }
  return byNumber(first, second);
}

/** The posters by topic, in the order of sessions.yaml; within a topic by number. */
export function byTopic(
  content: Pick<Content, 'sessions'>,
  posters: readonly GalleryPoster[],
): GalleryPoster[] {
  const compare = bySession(content);
  return posters.toSorted((one, other) => compare(one.contribution, other.contribution));
}

const MOST_NEAR = 6;

/** The posters on the topic of one: those with most of its keywords first, and then those that stand nearest. */
export function nearTo(
  posters: readonly GalleryPoster[],
  contribution: Pick<PublishedContribution, 'abstractId' | 'sessionId' | 'keywords'>,
): GalleryPoster[] {
  const at = posters.findIndex((each) => each.contribution.abstractId === contribution.abstractId);
  const words = new Set(contribution.keywords.map((word) => word.toLowerCase()));
  return posters
    .flatMap((poster, place) => {
      const { abstractId, sessionId, keywords } = poster.contribution;
      const isOther = abstractId !== contribution.abstractId;
      if (!isOther || sessionId !== contribution.sessionId) return [];
      const shared = keywords.filter((word) => words.has(word.toLowerCase())).length;
      return [{ poster, shared, distance: Math.abs(place - at) }];
    })
    .toSorted((one, other) => other.shared - one.shared || one.distance - other.distance)
    .slice(0, MOST_NEAR)
    .map(({ poster }) => poster);
}

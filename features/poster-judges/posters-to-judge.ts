import type { Content } from '#contract/content.ts';
import { readHall } from '#features/posters/hall-posters.ts';
import type { Slot } from '#features/programme/slots.ts';
import { boardWords, hoursOf } from '#features/posters/poster-boards.ts';
import { authorsByAbstract, authorsOf } from '#server/abstract/abstract-authors.ts';
import { titlesOf } from '#server/abstract/abstract-titles.ts';
import { listAbstracts } from '#server/abstract/abstracts.ts';
import type { Db } from '#server/database/database.ts';
import type { BlindPoster } from './judge-sheets.ts';
import type { JudgedPoster } from './judging.ts';

/** A poster of the hall as judges see it, and what decides who may judge it. */
export type PosterToJudge = BlindPoster &
  JudgedPoster & { abstractId: string; hours: string | undefined; slot: Slot };

export async function postersToJudge(db: Db, content: Content): Promise<PosterToJudge[]> {
  const { posters } = await readHall(db, content);
  const abstracts = new Map((await listAbstracts(db)).map((each) => [each.id, each]));
  const authors = await authorsByAbstract(db);
  return posters.flatMap(({ abstractId, number, title, sessionId, board, slot }) => {
    const abstract = abstracts.get(abstractId);
    if (!abstract) return [];
    const topic = titlesOf(content, { sessionId, interestedInId: '' }).session;
    const place = board ? boardWords(content, board) : '';
    const hours = hoursOf(content, slot);
    const people = { email: abstract.email, authors: authorsOf(abstract, authors) };
    // A contribution without a title is called by its presenters.
    const blind = abstract.title === undefined ? number : title;
    return [{ abstractId, number, title: blind, topic, board: place, hours, slot, ...people }];
  });
}

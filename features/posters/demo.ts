import { dayOf } from '#contract/content/calendar-days.ts';
import { HOUR } from '#contract/time-spans.ts';
import { demoTexts } from '#features/contributions/demo-texts.ts';
import { findDecision } from '#features/programme/decisions.ts';
import { isPoster } from '#features/programme/slots.ts';
import type { DemoDeps } from '#organiser/demo/demo-deps.ts';
import { authorsByAbstract } from '#server/abstract/abstract-authors.ts';
import { findAbstract } from '#server/abstract/abstracts.ts';
import { AUTHOR } from '#server/abstract/author-activity.ts';
import { withGivenFile } from '#server/abstract/given-file.ts';
import { keepFile } from '#server/abstract/keep-file.ts';
import { inTransaction } from '#server/database/database.ts';
import { newId, timestamp } from '#server/identity.ts';
import { makeDemoPoster } from './demo-poster.ts';
import { makePreviews } from './make-previews.ts';
import { putPosterFile, putPosterVideo } from './posters.ts';

/** Four of five authors of accepted posters send theirs, and every third one a video. */
export async function abstractsSent(deps: DemoDeps, ids: readonly string[]): Promise<void> {
  const { context, content, now, uploads, store } = deps;
  const { posters } = content.conference.abstracts;
  const [licence] = posters?.licences ?? [];
  if (!licence) return;
  const { db } = context;
  const about = { consent: AUTHOR, now: timestamp(now.at, 5 * HOUR) };
  const date = dayOf(about.now, content.conference.dates.timezone);
  let count = 0;
  for (const abstractId of ids) {
    const decision = await findDecision(db, abstractId);
    const abstract = await findAbstract(db, abstractId);
    if (!abstract?.title || decision?.outcome !== 'ACCEPTED' || !isPoster(decision)) continue;
    const nth = count++;
    if (nth % 5 === 4) continue;
    const authors = (await authorsByAbstract(db, [abstractId])).get(abstractId) ?? [];
    const poster = {
      nth,
      title: abstract.title,
      authors: authors.map(({ name }) => name).join(', '),
      text: (demoTexts[nth % demoTexts.length] ?? '').replaceAll(/[$\\^~*]/g, ''),
    };
    const bytes = await makeDemoPoster(content, poster, date);
    await withGivenFile({ uploads, newId }, { name: 'poster.pdf', bytes }, async (file) => {
      const { upload, fileName, activeContent } = file;
      const { bytes: size, sha256, key: fileKey } = upload;
      const facts = { fileName, bytes: size, sha256, fileKey, fileStore: store.id, activeContent };
      await keepFile({ db, uploads, store, clock: context.clock }, upload, async (tx) => {
        const kept = { id: newId(), licence: licence.name, ...facts };
        await putPosterFile(tx, abstractId, kept, about);
        return { fileKey };
      });
    });
    if (nth % 3 !== 0) continue;
    const url = `https://video.example/posters/${nth + 1}`;
    await inTransaction(db, (tx) => putPosterVideo(tx, abstractId, url, about));
  }
  const clock = () => new Date(now.at.getTime() + 6 * HOUR);
  await makePreviews({ context: { db, clock, newId }, files: { uploads, store } });
}

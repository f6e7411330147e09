import type { DemoDeps } from '#organiser/demo/demo-deps.ts';
import { dayAfter } from '#contract/content/calendar-days.ts';
import { AUTHOR } from '#server/abstract/author-activity.ts';
import { inTransaction } from '#server/database/database.ts';
import { newId, timestamp } from '#server/identity.ts';
import { insertMaterial } from './talk-material.ts';

/** If the conference shows material, every fourth abstract has a recording, and some of them under an embargo. */
export async function abstractsSent(
  { context: { db }, content, now }: DemoDeps,
  ids: readonly string[],
): Promise<void> {
  const { abstracts, dates } = content.conference;
  const licence = abstracts.material?.licences[0]?.name;
  if (licence === undefined) return;
  for (const [number, abstractId] of ids.entries()) {
    if (number % 4 !== 0) continue;
    await inTransaction(db, (tx) =>
      insertMaterial(tx, {
        id: newId(),
        abstractId,
        kind: 'recording',
        title: 'Recording of the talk',
        url: `https://video.example/talks/${number + 1}`,
        licence,
        consent: AUTHOR,
        shownFrom: number % 12 === 8 ? dayAfter(dates.end, 90) : undefined,
        createdAt: timestamp(now.at),
      }),
    );
  }
}

import type { DemoPart } from '#organiser/demo/demo-deps.ts';
import { timestamp } from '#server/identity.ts';
import { HOUR } from '#contract/time-spans.ts';
import { markUp } from './abstract-markup.ts';
import { demoTexts } from './demo-texts.ts';

/** Three of four authors agree to a page, and some of them write no text. */
export const abstractsSent: NonNullable<DemoPart['abstractsSent']> = async (
  { context: { db }, content, now },
  ids,
) => {
  const { website } = content.conference.abstracts;
  const [licence] = website?.licences ?? [];
  if (!licence) return;
  const at = timestamp(now.at, 4 * HOUR);
  for (const [number, abstract_id] of ids.entries()) {
    if (number % 4 === 3) continue;
    const source = number % 9 === 4 ? '' : (demoTexts[number % demoTexts.length] ?? '');
    const marked = markUp(source);
    if ('mistake' in marked)
      throw new Error(`a text of the demonstration has a mistake: ${source}`);
    const { html, plain } = marked;
    const confirmed = { consented_at: at, confirmed_at: at, licence: licence.name };
    const has_file = number % 5 === 0 ? 0 : 1;
    await db
      .insertInto('contributions')
      .values({ abstract_id, ...confirmed, has_file, source, html, plain })
      .execute();
  }
};

import type { Content } from '#contract/content.ts';
import type { Db } from '#server/database/database.ts';
import { features } from '#server/features.ts';
import { type Clock, timestamp } from '#server/identity.ts';
import type { Markup } from '#server/markup.ts';
import type { KeptAbstract } from './abstracts.ts';

/** The dependencies of a part. */
export type AboutAuthor = { db: Db; content: Content; now: string };

declare module '#server/features.ts' {
  interface FeatureSections {
    /** A part of the page of an abstract, behind the link in the mails to its author. */
    authorPage?: (about: AboutAuthor, abstract: KeptAbstract) => Promise<Markup | undefined>;
  }
}

/** The parts that features add to the page of an abstract. */
export async function partsOfAuthorPage(
  { db, content, clock }: { db: Db; content: Content; clock: Clock },
  abstract: KeptAbstract,
): Promise<Markup[]> {
  const about = { db, content, now: timestamp(clock()) };
  const parts: Markup[] = [];
  for (const { sections } of features()) {
    const part = await sections?.authorPage?.(about, abstract);
    if (part) parts.push(part);
  }
  return parts;
}

import type { Content } from '#contract/content.ts';
import type { Db } from '#server/database/database.ts';
import { features } from '#server/features.ts';
import type { Markup } from '#server/markup.ts';
import type { KeptAbstract } from './abstracts.ts';

export type AboutContribution = {
  db: Db;
  content: Pick<
    Content,
    'agenda' | 'base' | 'conference' | 'labels' | 'language' | 'sessions' | 'yourAbstract'
  >;
  /** A time in UTC. */
  now: string;
  /** The store of this server, and whether files wait for a scanner. */
  files: { hasScanner: boolean; storeId: string };
};

/** A sentence for each reader. */
export type EndsWithPage = { author: string; organiser: string };

declare module '#server/features.ts' {
  interface FeatureData {
    /** Whether the page of a contribution was taken away, by an organiser or by its author. */
    isTakenAway?: (db: Db, abstractId: string) => Promise<boolean>;
  }
  interface FeatureSections {
    /**
     * A part of the public page of a contribution. Whoever asks has decided that the page is public, and asks again
     * after some seconds, because an author takes things away at any moment.
     */
    contribution?: (about: AboutContribution, abstractId: string) => Promise<Markup | undefined>;
    /** Words about contributions in a list, such as “Recording”, by the ids of their abstracts. The pages are public. */
    contributionMarks?: (
      about: AboutContribution,
      abstractIds: readonly string[],
    ) => Promise<ReadonlyMap<string, readonly string[]>>;
    /** The addresses on this site of contributions that have a page, or get one on a day, by the ids of their abstracts. */
    contributionPages?: (
      db: Db,
      content: Pick<Content, 'conference'>,
    ) => Promise<ReadonlyMap<string, string>>;
    /** The sentences about what ends with the page of a contribution: for its author, and for organisers. */
    endsWithContribution?: (
      db: Db,
      content: Pick<Content, 'yourAbstract'>,
      abstractId: string,
    ) => Promise<EndsWithPage | undefined>;
    /** The DOI that leads to a contribution on a day; undefined before it is registered. */
    contributionDoi?: (
      content: Pick<Content, 'conference'>,
      contribution: Pick<KeptAbstract, 'reference' | 'publishAt'>,
      day: string,
    ) => string | undefined;
  }
}

/** The addresses of contributions that have a page, or get one on a day, by the ids of their abstracts. */
export async function pagesOfContributions(
  db: Db,
  content: Pick<Content, 'conference'>,
): Promise<ReadonlyMap<string, string>> {
  const pages = features().map(({ sections }) => sections?.contributionPages?.(db, content));
  return new Map((await Promise.all(pages)).flatMap((all) => [...(all ?? [])]));
}

/** The parts of the page of a contribution that features add. */
export async function partsOfContribution(
  about: AboutContribution,
  abstractId: string,
): Promise<Markup[]> {
  const parts: Markup[] = [];
  for (const { sections } of features()) {
    const part = await sections?.contribution?.(about, abstractId);
    if (part) parts.push(part);
  }
  return parts;
}

/** The words of features about contributions in a list, by the ids of their abstracts. */
export async function marksOfContributions(
  about: AboutContribution,
  abstractIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = features().map(({ sections }) => sections?.contributionMarks?.(about, abstractIds));
  const all = (await Promise.all(found)).flatMap((each) => [...(each ?? [])]);
  return new Map(
    [...Map.groupBy(all, ([id]) => id)].map(([id, own]) => [id, own.flatMap(([, words]) => words)]),
  );
}

/** The DOI that leads to a contribution on a day. */
export function doiOfContribution(
  content: Pick<Content, 'conference'>,
  contribution: Pick<KeptAbstract, 'reference' | 'publishAt'>,
  day: string,
): string | undefined {
  return features()
    .map(({ sections }) => sections?.contributionDoi?.(content, contribution, day))
    .find((doi) => doi !== undefined);
}

/** The sentences of features about their parts of a page that ends. */
export async function endsWithContribution(
  db: Db,
  content: Pick<Content, 'yourAbstract'>,
  abstractId: string,
): Promise<EndsWithPage[]> {
  const found = features().map(({ sections }) =>
    sections?.endsWithContribution?.(db, content, abstractId),
  );
  return (await Promise.all(found)).filter((each) => each !== undefined);
}

/** Whether the page of a contribution was taken away, and with it all that belongs to the page. */
export async function isTakenAway(db: Db, abstractId: string): Promise<boolean> {
  for (const { data } of features()) {
    if (await data?.isTakenAway?.(db, abstractId)) return true;
  }
  return false;
}

import type { Content } from '#contract/content.ts';
import type { Db } from '#server/database/database.ts';
import type { Clock } from '#server/identity.ts';
import type { PublicPageDeps } from '#server/feature-pages.ts';
import type { MadePage } from '#server/http/pages.ts';
import { type Publication, readPublication } from './published-contributions.ts';

/** A publication is read again after this time, while its readers get the present one. */
const FRESH_MS = 20_000;
/** The decision of a chair is public within a minute: readers wait for a publication that is older. */
const OLDEST_MS = 50_000;

type KeptPublication = {
  /** The publication of now, or of less than a minute ago. */
  current: () => Promise<Publication>;
  /** The next reader reads again, because somebody has changed something here. */
  forget: () => void;
};

/**
 * Reads the publication at most three times a minute, however many people read its pages. A publication that has not changed stays
 * the same object, with the pages that were made of it.
 */
function keepPublication(
  read: (before: Publication | undefined) => Promise<Publication>,
  clock: Clock,
): KeptPublication {
  let kept: Publication | undefined;
  let readAt = -Infinity;
  let reading: Promise<Publication> | undefined;
  let turn = 0;

  async function readAgain(): Promise<Publication> {
    const [startedAt, own] = [Number(clock()), turn];
    try {
      const next = await read(kept);
      // Somebody has changed something since, so the next reader reads again.
      if (own !== turn) return next;
      kept = next;
      readAt = startedAt;
      return next;
    } finally {
      if (own === turn) reading = undefined;
    }
  }

  return {
    async current() {
      const age = Number(clock()) - readAt;
      if (kept && age >= 0 && age < FRESH_MS) return kept;
      reading ??= readAgain();
      // The clock of a machine may be set back.
      if (!kept || age < 0 || age >= OLDEST_MS) return reading;
      // The next reader who has to wait gets the error.
      reading.catch(() => undefined);
      return kept;
    },
    forget() {
      turn += 1;
      readAt = -Infinity;
      reading = undefined;
    },
  };
}

/** By database and content: a conference that is published anew without a restart has other rules for the same rows. */
const kept = new WeakMap<Db, WeakMap<Content, KeptPublication>>();
const newest = new WeakMap<Db, KeptPublication>();

/** The publication of a server, which the pages of all languages and the forms of authors share. */
export function keptPublication({
  context,
  first,
  files,
  hasScanner,
}: Pick<PublicPageDeps, 'context' | 'first' | 'files' | 'hasScanner'>): KeptPublication {
  const { db, clock } = context;
  const byContent = kept.get(db) ?? new WeakMap<Content, KeptPublication>();
  kept.set(db, byContent);
  const known = byContent.get(first);
  if (known) return known;
  const ofFiles = { hasScanner, storeId: files.store.id };
  const made = keepPublication(
    (before) => readPublication({ db, content: first, now: clock(), files: ofFiles }, before),
    clock,
  );
  byContent.set(first, made);
  newest.set(db, made);
  return made;
}

/** The publication of the server that has this database, if it makes pages. */
export function publicationOf(db: Db): Pick<KeptPublication, 'current'> | undefined {
  return newest.get(db);
}

/** An author has changed something: the next reader of this server sees it. */
export function forgetPublication({ db }: Pick<PublicPageDeps['context'], 'db'>): void {
  newest.get(db)?.forget();
}

/** Some hundred pages in their compressed form, so that a page that many people read is made a few times a minute. */
const MOST_PAGES = 300;

export function keepPages(clock: Clock) {
  const pages = new Map<string, { page: MadePage; madeAt: number }>();
  let of: Publication | undefined;
  return async (
    publication: Publication,
    key: string,
    make: () => Promise<MadePage>,
  ): Promise<MadePage> => {
    if (of !== publication) pages.clear();
    of = publication;
    const now = Number(clock());
    const known = pages.get(key);
    // The parts of other features belong to no publication.
    const isFresh = known && now >= known.madeAt && now - known.madeAt < FRESH_MS;
    const { page, madeAt } = isFresh ? known : { page: await make(), madeAt: now };
    // Meanwhile the publication may be another one.
    if (of !== publication) return page;
    // The end of the list is the newest.
    pages.delete(key);
    pages.set(key, { page, madeAt });
    const [oldest] = pages.size > MOST_PAGES ? pages.keys() : [];
    if (oldest !== undefined) pages.delete(oldest);
    return page;
  };
}

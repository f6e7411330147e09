import { setTimeout } from 'node:timers/promises';
import { compareBooks, type Difference } from './compare-books.ts';
import type { Till } from './till.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const COMPARED_MS = 3 * DAY;

/**
 * Compares the payments of the last three days with their providers, twice: what is being paid at the first look is in the
 * books at the second, and only what both looks find is a difference.
 */
export async function compareTwice(
  till: Till,
  between: () => Promise<unknown>,
): Promise<Difference[]> {
  const first = await differencesOf(till);
  if (first.length === 0) return [];
  await between();
  const again = await differencesOf(till);
  const found = new Set(first.map(({ ref }) => ref));
  return again.filter(({ ref }) => found.has(ref));
}

async function differencesOf(till: Till): Promise<Difference[]> {
  return Array.fromAsync(compareBooks(till, new Date(till.clock().getTime() - COMPARED_MS)));
}

/** Compares soon after the start and then daily, until it is stopped; differences are an alarm. */
export function keepComparing(
  till: Till,
  log: (message: string, error: unknown) => void,
  { firstMs = 10 * MINUTE, againMs = 10 * MINUTE, everyMs = DAY } = {},
): { stop: () => void } {
  const end = new AbortController();
  const pause = (ms: number) => setTimeout(ms, undefined, { signal: end.signal });
  const round = async () => {
    const differences = await compareTwice(till, () => pause(againMs));
    const [first] = differences;
    if (!first) return;
    till.alarm('books and providers differ; organiser reconcile names every difference', {
      count: String(differences.length),
      first: `${first.ref}: ${first.words}`,
    });
  };
  const rounds = async () => {
    for (let ms = firstMs; ; ms = everyMs) {
      await pause(ms);
      await round().catch((error: unknown) => {
        if (!end.signal.aborted) log('books and providers could not be compared', error);
      });
    }
  };
  // It ends by being stopped alone.
  void rounds().catch(() => undefined);
  return { stop: () => end.abort() };
}

import * as z from 'zod/mini';
import { lenient } from '#contract/lenient.ts';

/** An address of the site itself, which leads to another service where one is set. */
const ADDRESS = '/countries.json';
/** For each try, in milliseconds. */
const TIMEOUT = 10_000;
/** Before the second try, in milliseconds. */
const PAUSE = 1000;

const Answer = z.array(
  lenient(z.object({ name: z.object({ common: z.string().check(z.trim(), z.minLength(1)) }) })),
);

/** The common names of all countries in order; undefined where the country service does not send them at the second try either. */
export async function listCountries(leaving: AbortSignal): Promise<string[] | undefined> {
  try {
    return await askForCountries(leaving).catch(async (error: unknown) => {
      if (leaving.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      return askForCountries(leaving);
    });
  } catch (error) {
    if (!leaving.aborted) console.error('The country service gave no list', error);
    return undefined;
  }
}

async function askForCountries(leaving: AbortSignal): Promise<string[]> {
  const timeout = new AbortController();
  const timer = setTimeout(
    () => timeout.abort(new Error(`No answer after ${TIMEOUT} ms`)),
    TIMEOUT,
  );
  try {
    const signal = AbortSignal.any([leaving, timeout.signal]);
    const response = await fetch(ADDRESS, { signal });
    if (!response.ok) throw new Error(`It answered ${response.status}`);
    return namesIn(await response.json());
  } finally {
    clearTimeout(timer);
  }
}

function namesIn(body: unknown): string[] {
  const names = Answer.parse(body).flatMap((country) => country?.name.common ?? []);
  if (names.length === 0) throw new Error('Its list is empty');
  // One collator for the whole list, because making one takes a slow phone a twentieth of a second.
  const inEnglish = new Intl.Collator('en');
  return [...new Set(names)].sort(inEnglish.compare);
}

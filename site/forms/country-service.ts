import * as z from 'zod/mini';
import { lenient } from '#contract/lenient.ts';

/** An address on the site. The server redirects to another service, if a setting names one. */
const ADDRESS = '/countries.json';
/** The longest wait for each answer, in milliseconds. */
const TIMEOUT = 10_000;
/** The pause before the second request, in milliseconds. */
const PAUSE = 1000;

const Answer = z.array(
  lenient(z.object({ name: z.object({ common: z.string().check(z.trim(), z.minLength(1)) }) })),
);

/** The sorted common names of all countries; undefined if the country service fails twice. */
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
    if (!response.ok) throw new Error(`The country service answered ${response.status}`);
    return namesIn(await response.json());
  } finally {
    clearTimeout(timer);
  }
}

function namesIn(body: unknown): string[] {
  const names = Answer.parse(body).flatMap((country) => country?.name.common ?? []);
  if (names.length === 0) throw new Error('The list is empty');
  // All comparisons share one collator, because a new collator takes a twentieth of a second on a slow phone.
  const inEnglish = new Intl.Collator('en');
  return [...new Set(names)].sort(inEnglish.compare);
}

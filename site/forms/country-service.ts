import * as z from 'zod/mini';
import { lenient } from '#contract/lenient.ts';

const ADDRESS = 'https://restcountries.com/v3.1/all?fields=name';
/** In milliseconds. The page has its own list until the service answers. */
const TIMEOUT = 30_000;

const Answer = z.array(
  lenient(z.object({ name: z.object({ common: z.string().check(z.trim(), z.minLength(1)) }) })),
);

/** The common names of all countries in order; undefined where the public service does not send them in time. */
export async function listCountries(leaving: AbortSignal): Promise<string[] | undefined> {
  const timeout = new AbortController();
  const timer = setTimeout(
    () => timeout.abort(new Error(`No answer after ${TIMEOUT} ms`)),
    TIMEOUT,
  );
  try {
    const response = await fetch(ADDRESS, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.any([leaving, timeout.signal]),
    });
    if (!response.ok) throw new Error(`It answered ${response.status}`);
    return namesIn(await response.json());
  } catch (error) {
    if (!leaving.aborted) console.error('The country service gave no list', error);
    return undefined;
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

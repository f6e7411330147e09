import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { listCountries } from './country-service.ts';

const ADDRESS = '/countries.json';
const entry = (common: string) => ({ name: { common, official: `Republic of ${common}` } });
const staying = new AbortController().signal;

describe('an answer of the country service', () => {
  test('gives the common names in order', async () => {
    const asked = answering(() =>
      Response.json([entry('Zambia'), entry('Åland Islands'), entry('Austria'), entry('Albania')]),
    );
    expect(await listCountries(staying)).toEqual(['Åland Islands', 'Albania', 'Austria', 'Zambia']);
    expect(asked).toHaveBeenCalledOnce();
    expect(asked.mock.calls[0]?.[0]).toBe(ADDRESS);
  });

  test('may have duplicates, blanks and entries without a name', async () => {
    const odd = [null, 7, {}, { name: 'Peru' }, { name: { common: 5 } }, entry('  ')];
    answering(() => Response.json([entry('Peru'), ...odd, entry(' Chad '), entry('Peru')]));
    expect(await listCountries(staying)).toEqual(['Chad', 'Peru']);
  });
});

describe('without a list', () => {
  let log: ReturnType<typeof vi.spyOn>;
  beforeEach(() => {
    vi.useFakeTimers();
    log = vi.spyOn(console, 'error').mockReturnValue();
  });
  afterEach(() => void vi.useRealTimers());

  test.each([
    ['a refusal', () => Response.json([entry('Peru')], { status: 500 })],
    ['a web page', () => new Response('<!doctype html>')],
    ['an object', () => Response.json({ message: 'gone' })],
    ['an empty list', () => Response.json([])],
    ['a list without names', () => Response.json([{}, null])],
    ['a blocked network', blocked],
  ])(
    'after %s the page asks the service once more, and then logs the failure',
    async (_, answer) => {
      const asked = answering(answer, answer);
      const list = listCountries(staying);
      await vi.advanceTimersByTimeAsync(999);
      expect(asked).toHaveBeenCalledOnce();
      expect(log).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      expect(await list).toBeUndefined();
      expect(asked).toHaveBeenCalledTimes(2);
      expect(log).toHaveBeenCalledOnce();
    },
  );

  test('an answer to the second request gives the list', async () => {
    answering(blocked, () => Response.json([entry('Peru')]));
    const list = listCountries(staying);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await list).toEqual(['Peru']);
    expect(log).not.toHaveBeenCalled();
  });

  test.each([
    ['no answer', hanging],
    ['an answer that never ends', endless],
  ])('after %s for ten seconds the page asks once more', async (_, fetch) => {
    vi.stubGlobal('fetch', fetch);
    let ended = false;
    const list = listCountries(staying).finally(() => (ended = true));
    await vi.advanceTimersByTimeAsync(20_999);
    expect(ended).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await list).toBeUndefined();
    expect(log.mock.calls[0]?.[1]).toMatchObject({ message: 'No answer after 10000 ms' });
  });

  test('leaving the page aborts the request without an error or a second request', async () => {
    vi.stubGlobal('fetch', hanging);
    const leaving = new AbortController();
    const list = listCountries(leaving.signal);
    leaving.abort();
    expect(await list).toBeUndefined();
    expect(log).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });
});

/** Answers the first request with the first answer, the second request with the second answer, and so on. */
function answering(...answers: (() => Response)[]) {
  const fetch = vi.fn(async (_address: string) => (answers.shift() ?? blocked)());
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

function blocked(): never {
  throw new TypeError('Failed to fetch');
}

function hanging(_address: string, { signal }: RequestInit): Promise<Response> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });
}

async function endless(_address: string, { signal }: RequestInit): Promise<Response> {
  const body = new ReadableStream({
    start(stream) {
      signal?.addEventListener('abort', () => stream.error(signal.reason));
    },
  });
  return new Response(body);
}

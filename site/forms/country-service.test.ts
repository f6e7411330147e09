import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { listCountries } from './country-service.ts';

const ADDRESS = 'https://restcountries.com/v3.1/all?fields=name';
const entry = (common: string) => ({ name: { common, official: `Republic of ${common}` } });
const staying = new AbortController().signal;

describe('an answer of the country service', () => {
  test('gives the common names in order', async () => {
    const asked = answering(
      Response.json([entry('Zambia'), entry('Åland Islands'), entry('Austria'), entry('Albania')]),
    );
    expect(await listCountries(staying)).toEqual(['Åland Islands', 'Albania', 'Austria', 'Zambia']);
    expect(asked).toHaveBeenCalledOnce();
    expect(asked.mock.calls[0]?.[0]).toBe(ADDRESS);
  });

  test('may have duplicates, blanks and entries without a name', async () => {
    const odd = [null, 7, {}, { name: 'Peru' }, { name: { common: 5 } }, entry('  ')];
    answering(Response.json([entry('Peru'), ...odd, entry(' Chad '), entry('Peru')]));
    expect(await listCountries(staying)).toEqual(['Chad', 'Peru']);
  });
});

describe('without a list', () => {
  let log: ReturnType<typeof vi.spyOn>;
  beforeEach(() => {
    log = vi.spyOn(console, 'error').mockReturnValue();
  });
  afterEach(() => void vi.useRealTimers());

  test.each([
    ['a refusal', Response.json([entry('Peru')], { status: 500 })],
    ['a web page', new Response('<!doctype html>')],
    ['an object', Response.json({ message: 'gone' })],
    ['an empty list', Response.json([])],
    ['a list without names', Response.json([{}, null])],
  ])('%s is logged and nothing else', async (_, response) => {
    answering(response);
    expect(await listCountries(staying)).toBeUndefined();
    expect(log).toHaveBeenCalledOnce();
  });

  test('a blocked network is logged and nothing else', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch');
    });
    expect(await listCountries(staying)).toBeUndefined();
    expect(log).toHaveBeenCalledOnce();
  });

  test.each([
    ['no answer', hanging],
    ['an answer that never ends', endless],
  ])('%s is waited for half a minute at most', async (_, fetch) => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', fetch);
    let ended = false;
    const list = listCountries(staying).finally(() => (ended = true));
    await vi.advanceTimersByTimeAsync(29_999);
    expect(ended).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await list).toBeUndefined();
    expect(log.mock.calls[0]?.[1]).toMatchObject({ message: 'No answer after 30000 ms' });
  });

  test('leaving the page aborts the request without an error', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', hanging);
    const leaving = new AbortController();
    const list = listCountries(leaving.signal);
    leaving.abort();
    expect(await list).toBeUndefined();
    expect(log).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });
});

function answering(response: Response) {
  const fetch = vi.fn(async (_address: string) => response);
  vi.stubGlobal('fetch', fetch);
  return fetch;
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

import { afterEach, expect, test, vi } from 'vitest';
import { askForState, handOver, moveState, setStateAside, STATE_ADDRESS } from './page-state.ts';

afterEach(() => void vi.unstubAllGlobals());

const controller = 'window.__reactRouterContext.streamController';
const page = (...parts: string[]) =>
  `<body><p>Text</p><script type="module">fetch("${STATE_ADDRESS}")</script>` +
  parts.map((part) => `<!--$--><script>${controller}.enqueue(${part});</script>`).join('') +
  `<!--$--><script>${controller}.close();</script>${'<!--/$-->'.repeat(parts.length + 1)}</body>`;

test('the state of a page leaves it, and the page asks for it where it was put', () => {
  const kept: string[] = [];
  const html = moveState(setStateAside(page('"one \\"1\\"\\n"', '"\\u003c/script>"')), (json) => {
    kept.push(json);
    return '/assets/state-1.json';
  });
  expect(kept.map((json) => JSON.parse(json))).toEqual([['one "1"\n', '</script>']]);
  expect(html).toBe(
    '<body><p>Text</p><script type="module">fetch("/assets/state-1.json")</script></body>',
  );
});

test('a page without state is an error, and a file without a page is left as it is', () => {
  expect(() => setStateAside('<body></body>')).toThrow('router');
  expect(moveState('<p>Emblem</p>', () => '/nowhere')).toBe('<p>Emblem</p>');
});

test('what the page asks for is handed to the framework, or the page tries again', async () => {
  const asked: string[] = [];
  const answer = (status: number) =>
    vi.stubGlobal('fetch', async (address: string) => {
      asked.push(address);
      return new Response('["one","two"]', { status });
    });
  answer(503);
  await expect(askForState('/a.json')).rejects.toThrow('The state of the page did not come');
  answer(200);
  const parts = await askForState('/b.json');
  expect(asked).toEqual(['/a.json', '/b.json']);

  const got: string[] = [];
  const streamController = {
    enqueue: (part: string) => got.push(part),
    close: () => got.push('end'),
  };
  vi.stubGlobal('window', {});
  expect(() => handOver(parts)).toThrow('framework');
  vi.stubGlobal('window', { __reactRouterContext: { streamController } });
  handOver(parts);
  expect(got).toEqual(['one', 'two', 'end']);
});

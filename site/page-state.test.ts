import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { moveState, setStateAside, stateScript } from './page-state.ts';

const controller = 'window.__reactRouterContext.streamController';
const page = (...parts: string[]) =>
  `<body><p>Text</p><script type="module">${stateScript}</script>` +
  parts.map((part) => `<!--$--><script>${controller}.enqueue(${part});</script>`).join('') +
  `<!--$--><script>${controller}.close();</script>${'<!--/$-->'.repeat(parts.length + 1)}</body>`;

test('the state of a page leaves it, and the page asks for it where it was put', () => {
  const kept: string[] = [];
  const html = moveState(setStateAside(page('"one \\"1\\"\\n"', '"\\u003c/script>"')), (json) => {
    kept.push(json);
    return '/assets/state-1.json';
  });
  expect(kept.map((json) => JSON.parse(json))).toEqual([['one "1"\n', '</script>']]);
  expect(html).toContain('fetch("/assets/state-1.json")');
  expect(html.replace(stateScript.replace('page-state', 'state-1'), '…')).toBe(
    '<body><p>Text</p><script type="module">…</script></body>',
  );
});

test('a page without state is an error, and a file without a page is left as it is', () => {
  expect(() => setStateAside('<body></body>')).toThrow('router');
  expect(moveState('<p>Emblem</p>', () => '/nowhere')).toBe('<p>Emblem</p>');
});

test('what the page asks for is handed to the framework, or the page tries again', async () => {
  const got: string[] = [];
  const state = { enqueue: (part: string) => got.push(part), close: () => got.push('end') };
  const window = { __reactRouterContext: { streamController: state } };
  const run = (status: number) =>
    runInNewContext(`${stateScript}; askForState().then(handOver)`, {
      window,
      fetch: async () => new Response('["one","two"]', { status }),
    });
  await expect(run(503)).rejects.toMatchObject({ message: 'The state of the page did not come' });
  expect(got).toEqual([]);
  await run(200);
  expect(got).toEqual(['one', 'two', 'end']);
});

import { expect, test } from 'vitest';
import { differentContents, serversBehind } from './different-contents.ts';

const at = (minutes: number) => new Date(Date.UTC(2026, 4, 1, 8, minutes)).toISOString();
const server = (host: string, contentStamp: string | undefined, minutes: number) => ({
  id: host,
  host,
  version: '1.2.3',
  mode: 'test',
  fileStore: 'bucket',
  sandboxId: undefined,
  startedAt: at(0),
  seenAt: at(59),
  contentStamp,
  contentSince: at(minutes),
});

test.each([
  ['one server', [server('a', 'x', 1)], []],
  ['servers with one state', [server('a', 'x', 1), server('b', 'x', 9)], []],
  ['a server with an earlier state', [server('a', 'y', 9), server('b', 'x', 1)], ['b']],
  [
    'a server without pages, or of an earlier version',
    [server('a', 'x', 1), server('b', undefined, 9)],
    [],
  ],
])('%s', (_, servers, behind) => {
  expect(serversBehind(servers).map(({ host }) => host)).toEqual(behind);
});

test('it is a concern when the servers had time to change over', () => {
  const servers = [server('a', 'y', 9), server('b', 'x', 1)];
  expect(differentContents(servers, new Date(at(12)))).toEqual([]);
  const found = [
    {
      id: 'b',
      words: expect.stringContaining(
        `b did not take the state that the others show since ${at(9)}`,
      ),
    },
  ];
  expect(differentContents(servers, new Date(at(15)))).toEqual(found);
  // A server that starts with a newer state gives the others time, too.
  const started = { ...server('a', 'y', 9), startedAt: at(12) };
  expect(differentContents([started, server('b', 'x', 1)], new Date(at(15)))).toEqual([]);
  // A server without pages, which starts, has changed nothing.
  const callsAlone = server('c', undefined, 14);
  expect(differentContents([...servers, callsAlone], new Date(at(15)))).toEqual(found);
});

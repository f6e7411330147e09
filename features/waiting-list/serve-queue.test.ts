import { expect, test } from 'vitest';
import type { Places } from '#server/orders/sell/places.ts';
import { serveQueue } from './serve-queue.ts';

const poster = { all: 1, 'type:poster': 1 };
const speaker = { all: 1, 'type:speaker': 1 };
const nights = (count: number) => ({ ...speaker, nights: count });

test.each<[string, Places, Places[], number[], string[]]>([
  ['nobody waits', { all: 1 }, [], [], []],
  ['there are places for all', { all: 2 }, [poster, speaker], [0, 1], []],
  ['there are places for the first', { all: 1 }, [poster, speaker], [0], ['all']],
  ['nothing is free', { all: 0, 'type:poster': 3 }, [poster], [], ['all']],
  ['a limit was lowered', { all: -2 }, [poster], [], ['all']],
  [
    'the first lacks a kind that others do not want',
    { all: 5, 'type:poster': 0 },
    [poster, speaker, poster],
    [1],
    ['type:poster'],
  ],
  [
    'somebody wants more nights than are free, and somebody behind wants fewer',
    { nights: 2 },
    [nights(3), nights(1), speaker, poster],
    [2, 3],
    ['nights'],
  ],
  [
    'somebody is kept back by somebody in front and lacks another kind, too',
    { nights: 2, 'extra:dinner': 0 },
    [nights(3), { ...nights(1), 'extra:dinner': 1 }, { ...poster, 'extra:dinner': 1 }],
    [],
    ['nights', 'extra:dinner'],
  ],
  ['a kind has no limit', {}, [poster, nights(9)], [0, 1], []],
])('%s', (_, free, queue, expected, awaited) => {
  const entries = queue.map((wanted, at) => ({ at, wanted }));
  const result = serveQueue(new Map(Object.entries(free)), entries);
  expect(result.served.map(({ at }) => at)).toEqual(expected);
  expect([...result.awaited]).toEqual(awaited);
});

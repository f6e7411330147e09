import { expect, test } from 'vitest';
import { Refused } from '#organiser/dashboard/page/ask.ts';
import type { Publishing } from '../form-shapes.ts';
import { followBuild } from './follow-build.ts';

const unreachable = Object.assign(new Refused('no answer'), { isUnreachable: true });
const loggedOut = Object.assign(new Refused('log in'), { isLoggedOut: true });

/** Follows a publication whose looks have these answers; returns the states that are shown. */
async function shownOf(answers: (Publishing['is'] | Refused)[]): Promise<Publishing['is'][]> {
  const shown: Publishing['is'][] = [];
  const following = {
    async look() {
      const next = answers.shift();
      if (next === undefined) throw new Error('nobody has to look again');
      if (next instanceof Refused) throw next;
      return { is: next, words: '' };
    },
    wait: () => Promise.resolve(),
    show: ({ is }: Publishing) => shown.push(is),
  };
  await followBuild(following, new AbortController().signal).catch((error: unknown) => {
    if (error !== loggedOut) throw error;
  });
  return shown;
}

test('a publication is followed to its end, also past a moment without an answer', async () => {
  expect(await shownOf(['building', unreachable, unreachable, 'waiting', 'published'])).toEqual([
    'building',
    'waiting',
    'published',
  ]);
});

test('nobody looks again after the end of a publication or of a session', async () => {
  const left: (Publishing['is'] | Refused)[] = ['building', loggedOut, 'published'];
  expect(await shownOf(left)).toEqual(['building']);
  expect(left).toEqual(['published']);
});

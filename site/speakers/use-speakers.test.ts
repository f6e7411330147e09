import { describe, expect, test } from 'vitest';
import { listSpeakers } from '#contract/speakers.ts';
import { readSpeakers } from './use-speakers.ts';

const full = {
  id: 'ada',
  name: 'Ada',
  imageUrl: '/portraits/ada.svg',
  title: 'Professor',
  university: 'Somewhere',
  type: 'Keynote Speaker',
  bio: 'Works on chains.',
  link: '/contributions/PS26-7K3M-9QXW',
};

describe('speakers read by hand', () => {
  test.each([[[full]], [{ data: [full] }], [[{ ...full, id: 7 }]], [[]], [{ data: [] }]])(
    'equal the contract’s reading of %j',
    (answer) => {
      expect(readSpeakers(answer)).toEqual(listSpeakers.reads.parse(answer));
    },
  );

  test.each([[null], ['nobody'], [{}], [{ data: 'nobody' }], [['nobody']], [[null]]])(
    'are undefined for %j, which the contract also refuses',
    (answer) => {
      expect(readSpeakers(answer)).toBeUndefined();
      expect(listSpeakers.reads.safeParse(answer).success).toBe(false);
    },
  );

  test('omit a field that is missing or not a text', () => {
    expect(readSpeakers([{ name: 'Ada', title: null, bio: 3 }])?.[0]).toMatchObject({
      name: 'Ada',
      title: undefined,
      bio: undefined,
    });
  });
});

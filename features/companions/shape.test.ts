import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyConference, readConference } from '#tests/support/conference-copy.ts';
import { editContent } from '#tests/support/edit-content.ts';

const named = {
  title: 'Companions',
  what: 'Names',
  why: 'Badges',
  basis: 'Interest',
  how_long: 'A year',
};

function read(companions: object, kept: object | null = named) {
  const { folder, remove } = copyConference('summit');
  try {
    editContent(join(folder, 'conference.yaml'), [[['companions'], companions]]);
    editContent(join(folder, 'privacy.yaml'), [
      [['page', 'kept', 'companions'], kept ?? undefined],
    ]);
    return readConference(folder);
  } finally {
    remove();
  }
}

test('the guests of a room are companions, with questions, and the page about privacy names them', () => {
  const { conference, privacy } = read({ room_guests: true, questions: ['diet'] });
  expect(conference.companions).toMatchObject({ roomGuests: true, questions: ['diet'] });
  expect(privacy.page.kept.entries.map(({ title }) => title)).toContain('Companions');
});

test.each([
  [{}, 'companions: needs `extras`, or `room_guests: true`'],
  [{ extras: ['yacht'] }, 'companions.extras[0]: prices.yaml has no extra yacht'],
  [
    { room_guests: true, questions: ['shoes'] },
    'companions.questions[0]: `questions` has no shoes',
  ],
])('%j is refused', (companions, words) => {
  expect(() => read(companions)).toThrow(words);
});

test('a page about privacy without them is refused', () => {
  expect(() => read({ room_guests: true }, null)).toThrow(
    'page.kept.companions: is missing: participants name others',
  );
});

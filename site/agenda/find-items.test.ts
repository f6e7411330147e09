import { expect, test } from 'vitest';
import { everything, matcher } from './find-items.ts';

const items = [
  { title: 'Films of Müller glass', speakers: ['Łukasz Bąk'], room: 'Hall A', track: 'Coatings' },
  { title: 'Gels', chair: 'Seán O’Neil', text: 'How gels age.', topic: 'Ageing', room: 'Hall B' },
  { title: 'Coffee' },
  { title: 'Élastomères', speakers: ['מיכל לוי'], track: 'Coatings', topic: 'Ageing' },
];
const found = (search: Partial<typeof everything>) =>
  items.filter(matcher({ ...everything, ...search })).map(({ title }) => title.split(' ')[0]);

test.each([
  ['', ['Films', 'Gels', 'Coffee', 'Élastomères']],
  ['lukasz bak', ['Films']],
  ['glass hall', ['Films']],
  ['mueller', ['Films']],
  ["o'neil", ['Gels']],
  ['ELASTOMERES', ['Élastomères']],
  ['לוי', ['Élastomères']],
  ['age', ['Gels', 'Élastomères']],
  ['hall b', ['Films', 'Gels']],
  ['zinc', []],
])('the search for "%s" finds every item with these words', (text, titles) => {
  expect(found({ text })).toEqual(titles);
});

test('track, topic and words are all fulfilled', () => {
  expect(found({ track: 'Coatings' })).toEqual(['Films', 'Élastomères']);
  expect(found({ topic: 'Ageing' })).toEqual(['Gels', 'Élastomères']);
  expect(found({ track: 'Coatings', topic: 'Ageing', text: 'gels' })).toEqual([]);
});

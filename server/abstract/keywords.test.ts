import { expect, test } from 'vitest';
import { keywordsIn } from './keywords.ts';
import { entriesOf } from './organisations.ts';

test.each([
  ['rheology, gels; foams', ['rheology', 'gels', 'foams']],
  ['高分子，凝胶、流变学；泡沫', ['高分子', '凝胶', '流变学', '泡沫']],
  ['بوليمرات، هلام؛ رغوة', ['بوليمرات', 'هلام', 'رغوة']],
  [' , ', []],
])('the keywords of %s', (line, words) => {
  expect(keywordsIn(line)).toEqual(words);
});

test.each([
  ['TU Berlin, Germany; Max Planck Institute', ['TU Berlin, Germany', 'Max Planck Institute']],
  ['清华大学，北京；东京大学', ['清华大学，北京', '东京大学']],
  ['جامعة القاهرة، مصر؛ جامعة تونس', ['جامعة القاهرة، مصر', 'جامعة تونس']],
])('the affiliations of %s', (line, entries) => {
  expect(entriesOf(line)).toEqual(entries);
});

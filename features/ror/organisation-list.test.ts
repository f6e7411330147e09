import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { beforeEach, expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { openList, type OrganisationList, writeList } from './organisation-list.ts';
import { isSure, proposalsFor } from './propose-organisations.ts';
import { readRegistry } from './read-registry.ts';
import { samples, writeSampleList, writeSamples } from './sample-registry.ts';

let folder: string;
let list: OrganisationList;
beforeEach(async () => {
  folder = testFolder();
  await writeSampleList(folder);
  const opened = openList(folder);
  if (!opened) throw new Error('there is no list');
  list = opened;
});

const names = (found: readonly { name: string }[]) => found.map(({ name }) => name);

test('the list has the active organisations and the day of the file', () => {
  expect(list.date).toBe('2026-06-02');
  expect(list.count).toBe(samples.length - 1);
  expect(list.named('Closed Institute of Chains')).toEqual([]);
  expect(list.find('042aqky30')).toEqual({
    ror: '042aqky30',
    name: 'Technische Universität Dresden',
    town: 'Dresden',
    country: 'DE',
    parents: [],
  });
  expect(list.find('https://ror.org/042aqky30')).toBeUndefined();
});

test('an organisation knows all those above it, also where the registry goes round in a circle', () => {
  expect(list.find('00sb7hc59')?.parents).toEqual(['01hhn8329']);
  expect(list.find('00exam002')?.parents.toSorted()).toEqual(['00exam001', '00exam003']);
});

test.each([
  ['tu dres', ['Technische Universität Dresden']],
  ['Universitaet Zuerich', ['University of Zurich']],
  ['zürich', ['University of Zurich']],
  ['northeastern china', ['Northeastern University']],
  ['koeln', ['Ring of <Chains> & "Loops"']],
  ['polymer max', ['Max Planck Institute for Polymer Research']],
  [
    'chain',
    [
      'Chain Academy',
      'Chain Works (Germany)',
      'Institute of Slow Chains',
      'Ring of <Chains> & "Loops"',
    ],
  ],
  ['x', []],
  ['', []],
  ['"', []],
  ['a" OR text:*', []],
  ['NEAR(chain)', []],
])('the search for %j finds %j', (typed, found) => {
  expect(names(list.search(typed, 10))).toEqual(found);
});

test('a search finds no more than it is asked for', () => {
  expect(list.search('chain', 2)).toHaveLength(2);
});

test.each([
  ['Institute of Nothing, TU Dresden, Germany', '042aqky30', true],
  ['Northeastern University', '03awzbc87', false],
  ['Northeastern University, Boston, USA', '04t5xt781', true],
  ['Northeastern University (China)', '03awzbc87', true],
  ['Max Planck Society, Max Planck Institute for Polymer Research', '00sb7hc59', true],
  ['TU Dresden, Poland', undefined, false],
  ['TUD', '042aqky30', false],
  ['Max-Planck-Institut für Polymerforschung Mainz am Rhein e. V.', '00sb7hc59', false],
  ['Delta Lab', undefined, false],
  ['Germany', undefined, false],
])('the entry %j means %j, which is sure: %j', (entry, ror, sure) => {
  const proposals = proposalsFor(list, entry);
  expect(proposals[0]?.organisation.ror).toBe(ror);
  expect(isSure(entry, proposals)).toBe(sure);
});

test('the list is read out of the archive of the registry, and a new one counts at once', async () => {
  const json = readFileSync(writeSamples(folder, samples.slice(0, 2)));
  const path = join(folder, 'v2.9-2026-07-01-ror-data.zip');
  writeFileSync(
    path,
    zipSync({
      'x.csv': Buffer.from('id'),
      'x_schema_v1.json': Buffer.from('[{}]'),
      'x_schema_v2.json': json,
    }),
  );
  expect(
    await writeList(folder, { entries: readRegistry(path), date: '2026-07-01' }),
  ).toMatchObject({
    count: 2,
  });
  expect(openList(folder)).toMatchObject({ date: '2026-07-01', count: 2 });
  expect(openList(testFolder())).toBeUndefined();
});

test.each([
  ['[{"id": "https://grid.ac/grid.1"}]', 'is none of schema 2'],
  ['[{"id": "https://ror.org/042aqky30", "name": "TU Dresden"}]', 'is none of schema 2'],
  ['{"items": [', 'ends before its last record does'],
  ['[]', 'has no record'],
])('a file with %j is refused, and the list stays', async (text, words) => {
  const path = join(folder, 'wrong.json');
  writeFileSync(path, text);
  const writing = writeList(folder, { entries: readRegistry(path), date: '2026-07-01' });
  await expect(writing).rejects.toThrow(words);
  expect(openList(folder)?.date).toBe('2026-06-02');
});

test('a damaged archive is refused', async () => {
  const path = join(folder, 'x.zip');
  const whole = zipSync({ 'x.json': readFileSync(writeSamples(folder)) });
  writeFileSync(path, whole.fill(0, 60, 200));
  const reading = writeList(folder, { entries: readRegistry(path), date: '2026-07-01' });
  await expect(reading).rejects.toThrow(`${path} is damaged`);
  writeFileSync(path, 'no archive');
  await expect(
    writeList(folder, { entries: readRegistry(path), date: '2026-07-01' }),
  ).rejects.toThrow('is no archive with a JSON file');
  await expect(
    writeList(folder, { entries: readRegistry(join(folder, 'nothing.json')), date: '2026-07-01' }),
  ).rejects.toThrow('There is no file');
});

import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { type RegistryEntry, readRegistry } from './read-registry.ts';
import { type ListSize, writeList } from './organisation-list.ts';

type Sample = {
  ror: string;
  /** The first is shown. */
  names: string[];
  town?: string;
  country?: [code: string, name: string];
  types?: string[];
  parents?: string[];
  status?: string;
};

const GERMANY: [string, string] = ['DE', 'Germany'];

/** Records for tests: some of the registry, whose data is CC0, and invented ones with “00exam”. */
export const samples: Sample[] = [
  {
    ror: '042aqky30',
    names: ['Technische Universität Dresden', 'TU Dresden', 'TUD'],
    town: 'Dresden',
    country: GERMANY,
  },
  {
    ror: '02crff812',
    names: ['University of Zurich', 'Universität Zürich', 'UZH'],
    town: 'Zurich',
    country: ['CH', 'Switzerland'],
  },
  {
    ror: '03awzbc87',
    names: ['Northeastern University'],
    town: 'Shenyang',
    country: ['CN', 'China'],
  },
  {
    ror: '04t5xt781',
    names: ['Northeastern University'],
    town: 'Boston',
    country: ['US', 'United States'],
  },
  {
    ror: '01hhn8329',
    names: ['Max Planck Society', 'Max-Planck-Gesellschaft'],
    town: 'Munich',
    country: GERMANY,
    types: ['facility'],
  },
  {
    ror: '00sb7hc59',
    names: [
      'Max Planck Institute for Polymer Research',
      'Max-Planck-Institut für Polymerforschung',
    ],
    town: 'Mainz',
    country: GERMANY,
    types: ['facility'],
    parents: ['01hhn8329'],
  },
  { ror: '00exam001', names: ['Chain Academy'], parents: ['00exam003'] },
  { ror: '00exam002', names: ['Institute of Slow Chains'], parents: ['00exam001'] },
  { ror: '00exam003', names: ['Ring of <Chains> & "Loops"'], town: 'Köln', parents: ['00exam002'] },
  { ror: '00exam004', names: ['Closed Institute of Chains'], status: 'inactive' },
  { ror: '00exam005', names: ['Chain Works (Germany)'], country: GERMANY, types: ['company'] },
];

function entryOf({ ror, names, town, country = ['', ''], types, parents = [], status }: Sample) {
  const address = (id: string) => `https://ror.org/${id}`;
  return {
    id: address(ror),
    status: status ?? 'active',
    types: types ?? ['education'],
    names: names.map((value, at) => ({ value, types: [at === 0 ? 'ror_display' : 'alias'] })),
    locations: [
      {
        geonames_details: {
          name: town ?? null,
          country_code: country[0] || null,
          country_name: country[1] || null,
        },
      },
    ],
    relationships: [
      ...parents.map((id) => ({ id: address(id), type: 'parent', label: 'not read {"' })),
      { id: address('00exam009'), type: 'related', label: '' },
    ],
    established: 1828,
  } satisfies RegistryEntry & Record<string, unknown>;
}

/** Writes the records as the registry publishes them, and returns the path of the file. */
export function writeSamples(folder: string, records: readonly Sample[] = samples): string {
  const path = join(folder, 'v2.8-2026-06-02-ror-data.json');
  writeFileSync(path, JSON.stringify(records.map(entryOf), null, 4));
  return path;
}

/** Puts the list of the records into a data folder. */
export function writeSampleList(
  dataDir: string,
  records: readonly Sample[] = samples,
): Promise<ListSize> {
  const entries = readRegistry(writeSamples(dataDir, records));
  return writeList(dataDir, { entries, date: '2026-06-02' });
}

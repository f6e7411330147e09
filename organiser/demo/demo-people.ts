import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Invented people of 25 countries: country, telephone prefix, given names, family names, and an institute. */
const COUNTRIES = readFileSync(join(import.meta.dirname, 'demo-people.txt'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('; '));

export type DemoPerson = {
  name: string;
  email: string;
  phone: string;
  institute: string;
  country: string;
};

/** The same number always gives the same person. The domains of the mail addresses belong to nobody. */
export function demoPerson(number: number): DemoPerson {
  const row = COUNTRIES[number % COUNTRIES.length] ?? [];
  const [country = '', prefix = '', given = '', family = '', institute = ''] = row;
  const round = Math.floor(number / COUNTRIES.length);
  const names = given.split(' ');
  const families = family.split(' ');
  const first = names[round % names.length] ?? '';
  // A pair of names repeats only after all other pairs.
  const last = families[(round + Math.floor(round / names.length)) % families.length] ?? '';
  const name = `${first} ${last}`;
  return {
    name,
    email: `${plain(first)}.${plain(last)}${number + 1}@${plain(institute.split(' ')[0] ?? '')}.example`,
    phone: `${prefix} 555 01${String(number % 100).padStart(2, '0')}`,
    institute,
    country,
  };
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ı', 'i')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .normalize('NFD')
    .replace(/[^a-z]/g, '');
}

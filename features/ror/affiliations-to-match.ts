import { authorsByAbstract, authorsOf } from '#server/abstract/abstract-authors.ts';
import { listAbstracts } from '#server/abstract/abstracts.ts';
import { entriesOf, entryKey } from '#server/abstract/organisations.ts';
import type { Db } from '#server/database/database.ts';
import { features } from '#server/features.ts';
import { readChoices } from './affiliation-organisations.ts';

/** An entry of affiliations, as most people write it. */
export type Entry = { entry: string; people: number };

/** The entries of all affiliations for which nobody has chosen an organisation for everybody, the most frequent first. */
export async function entriesToMatch(db: Db): Promise<Entry[]> {
  const known = await readChoices(db);
  const entered = await authorsByAbstract(db);
  const abstracts = (await listAbstracts(db)).filter((each) => each.withdrawnAt === undefined);
  const lines = abstracts.flatMap((abstract) =>
    authorsOf(abstract, entered).map(({ affiliation }) => affiliation),
  );
  for (const { data } of features()) lines.push(...((await data?.affiliations?.(db)) ?? []));
  const byKey = Map.groupBy(lines.flatMap(entriesOf), entryKey);
  return [...byKey]
    .filter(([key]) => !known.has(key))
    .map(([, written]) => ({ entry: mostFrequent(written), people: written.length }))
    .toSorted((one, other) => other.people - one.people || (one.entry < other.entry ? -1 : 1));
}

function mostFrequent(written: readonly string[]): string {
  const counts = [...Map.groupBy(written, (each) => each)];
  const [most] = counts.toSorted(([, one], [, other]) => other.length - one.length);
  return most?.[0] ?? '';
}

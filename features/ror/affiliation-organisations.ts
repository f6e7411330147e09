import type { ExpressionBuilder } from 'kysely';
import type { Tables } from '#server/database/tables.ts';
import type { Db, Tx } from '#server/database/database.ts';
import {
  entryKey,
  type FindOrganisation,
  type Organisation,
} from '#server/abstract/organisations.ts';

/** A choice for an entry of an affiliation. `undefined` as organisation: the list does not have it. */
export type Choice = { entry: string; organisation: Organisation | undefined };
/** The choices by the key of the entry. */
export type Choices = ReadonlyMap<string, Organisation | undefined>;

/** The choices for everybody, or those of the author of an abstract. */
export async function readChoices(db: Db, abstractId?: string): Promise<Choices> {
  const rows = await db
    .selectFrom('affiliation_organisations')
    .selectAll()
    .where(isFor(abstractId))
    .execute();
  return new Map(rows.map((row) => [row.entry, organisationIn(row)]));
}

function isFor(id: string | undefined) {
  return (is: ExpressionBuilder<Tables, 'affiliation_organisations'>) =>
    id === undefined ? is('abstract_id', 'is', null) : is('abstract_id', '=', id);
}

type Row = { ror: string | null; name: string; parents: string };

function organisationIn({ ror, name, parents }: Row): Organisation | undefined {
  return ror === null
    ? undefined
    : { ror, name, parents: parents === '' ? [] : parents.split(' ') };
}

/** Finds by all choices; the author of an abstract knows better than the choice for everybody. */
export async function findByChoices(db: Db): Promise<FindOrganisation> {
  const rows = await db.selectFrom('affiliation_organisations').selectAll().execute();
  const known = new Map(
    rows.map((row) => [`${row.abstract_id ?? ''} ${row.entry}`, organisationIn(row)]),
  );
  return (entry, abstractId = '') => {
    const key = entryKey(entry);
    const own = `${abstractId} ${key}`;
    return known.has(own) ? known.get(own) : known.get(` ${key}`);
  };
}

type Saving = { abstractId?: string | undefined; newId: () => string; now: string };

/** Saves choices in place of earlier ones for the same entries. */
export async function saveChoices(
  tx: Tx,
  choices: readonly Choice[],
  { abstractId, newId, now }: Saving,
): Promise<void> {
  for (const { entry, organisation } of choices) {
    const chosen = {
      ror: organisation?.ror ?? null,
      name: organisation?.name ?? '',
      parents: organisation?.parents.join(' ') ?? '',
      chosen_at: now,
    };
    await tx
      .insertInto('affiliation_organisations')
      .values({
        id: newId(),
        abstract_id: abstractId ?? null,
        entry: entryKey(entry),
        ...chosen,
      })
      // The conditions are those of the unique indexes.
      .onConflict((conflict) =>
        abstractId === undefined
          ? conflict.column('entry').where('abstract_id', 'is', null).doUpdateSet(chosen)
          : conflict
              .columns(['abstract_id', 'entry'])
              .where('abstract_id', 'is not', null)
              .doUpdateSet(chosen),
      )
      .execute();
  }
}

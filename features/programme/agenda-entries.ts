import type { Db, Tx } from '#server/database/database.ts';
import { valuesOf } from '#server/database/row-values.ts';
import type { AgendaValues } from './agenda-changes.ts';

const { read } = valuesOf('agenda_entries', {
  names: { starts: 'start', ends: 'end' },
  apart: ['abstract_id'],
});

/** The values that were written last into the agenda, by the id of the abstract. */
export async function agendaEntries(db: Db): Promise<ReadonlyMap<string, AgendaValues>> {
  const rows = await db.selectFrom('agenda_entries').selectAll().execute();
  return new Map(rows.map((row) => [row.abstract_id, read(row)]));
}

/** The references of withdrawn abstracts whose items were written and not removed yet. */
export async function withdrawnInAgenda(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('abstracts')
    .innerJoin('agenda_entries', 'agenda_entries.abstract_id', 'abstracts.id')
    .select('reference')
    .where('withdrawn_at', '>', '')
    .execute();
  return rows.map(({ reference }) => reference).toSorted();
}

export async function saveAgendaEntry(
  tx: Tx,
  abstractId: string,
  values: AgendaValues,
): Promise<void> {
  const row = {
    day: values.day ?? null,
    starts: values.start ?? null,
    ends: values.end ?? null,
    title: values.title ?? null,
    room: values.room ?? null,
    track: values.track ?? null,
    topic: values.topic ?? null,
    chair: values.chair ?? null,
    speakers: values.speakers ?? null,
    link: values.link ?? null,
  };
  await tx
    .insertInto('agenda_entries')
    .values({ abstract_id: abstractId, ...row })
    .onConflict((conflict) => conflict.column('abstract_id').doUpdateSet(row))
    .execute();
}

export async function forgetAgendaEntry(tx: Tx, abstractId: string): Promise<void> {
  await tx.deleteFrom('agenda_entries').where('abstract_id', '=', abstractId).execute();
}

import type { DemoPart } from '#organiser/demo/demo-deps.ts';
import { AUTHOR } from '#server/abstract/author-activity.ts';
import { newId } from '#server/identity.ts';
import { addVersion } from './add-version.ts';
import { saveEntries } from './save-entries.ts';

export const abstractKept: NonNullable<DemoPart['abstractKept']> = (tx, abstract, printed) =>
  saveEntries(tx, abstract, { ...abstract, ...printed });

export const fileSent: NonNullable<DemoPart['fileSent']> = (deps, abstract, file) => {
  const { db, clock } = deps.context;
  const version = { file, kind: 'submitted' as const, actor: AUTHOR };
  return addVersion({ ...deps, db, clock, newId }, abstract, version, async () => undefined);
};

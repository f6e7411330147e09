import type { FileStore } from '#server/files/file-store.ts';
import { removeRecordedFiles } from '#server/files/recorded-removals.ts';
import { act } from '#server/operations/act.ts';
import { findToldDecision } from '#features/programme/decisions.ts';
import type { AuthorDeps } from '#features/author-page/author-deps.ts';
import type { OwnAbstract } from '#features/author-page/own-abstract.ts';
import type { AcceptedFile } from '#server/abstract/accept-file.ts';
import { findAbstract, lockAbstracts } from '#server/abstract/abstracts.ts';
import { AUTHOR, byAuthor, recordAuthorAct } from '#server/abstract/author-activity.ts';
import { keepFile } from '#server/abstract/keep-file.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import { deedIn } from '#server/operations/act.ts';
import type { ReadMaterial } from './read-material.ts';
import {
  findMaterial,
  insertMaterial,
  removeMaterial,
  type TalkMaterial,
} from './talk-material.ts';

/** `gone`: the abstract was withdrawn, erased or rejected meanwhile, or has another link. `many`: it has too many. */
export type Added = 'added' | 'many' | 'gone';

/** Adds a link on the author's page. */
export function addLink(
  deps: AuthorDeps,
  { abstract }: OwnAbstract,
  material: ReadMaterial & { url: string },
): Promise<Added> {
  return act(byAuthor(deps), ({ tx }) => add(tx, deps, abstract, { ...material }));
}

/** Adds a file that was received and inspected, on the way of the files of abstracts. */
export async function addFile(
  deps: AuthorDeps,
  { abstract }: OwnAbstract,
  material: ReadMaterial,
  { upload, fileName, activeContent }: AcceptedFile,
): Promise<Added> {
  const { bytes, sha256, key: fileKey } = upload;
  const facts = { fileName, bytes, sha256, fileKey, fileStore: deps.store.id, activeContent };
  const { added } = await keepFile(deps, upload, async (tx) => {
    const done = await add(tx, deps, abstract, { ...material, url: undefined, file: facts });
    return { fileKey: done === 'added' ? fileKey : '', added: done };
  });
  return added;
}

type Adding = Omit<ReadMaterial, 'url'> &
  (
    | { url: string; file?: undefined }
    | {
        url?: undefined;
        file: NonNullable<TalkMaterial['file']> | Omit<NonNullable<TalkMaterial['file']>, 'scan'>;
      }
  );

async function add(
  tx: Tx,
  deps: AuthorDeps,
  { id, token }: OwnAbstract['abstract'],
  material: Adding,
): Promise<Added> {
  await lockAbstracts(tx, [id]);
  const abstract = await findAbstract(tx, id);
  const told = await findToldDecision(tx, id);
  const isOpen = abstract?.withdrawnAt === undefined && told?.outcome === 'ACCEPTED';
  if (!abstract || abstract.token !== token || !isOpen) return 'gone';
  const createdAt = timestamp(deps.clock());
  const about = { id: deps.newId(), abstractId: id, consent: AUTHOR, createdAt };
  if (!(await insertMaterial(tx, { ...material, ...about }))) return 'many';
  const words = `adds ${material.kind}: ${material.title} (${material.licence})`;
  await recordAuthorAct(deedIn(tx, byAuthor(deps)), deps, abstract, { act: 'material', words });
  return 'added';
}

/** Takes material away for its author, at any moment. The file is deleted at once. */
export async function takeMaterialAway(
  deps: AuthorDeps,
  { abstract }: OwnAbstract,
  id: string,
): Promise<void> {
  await act(byAuthor(deps), async ({ tx, record }) => {
    const material = await findMaterial(tx, id);
    if (material?.abstractId !== abstract.id || !(await removeMaterial(tx, material))) return;
    const words = `takes ${material.kind} away: ${material.title}`;
    await record({ action: 'material', reference: abstract.reference, words });
  });
  await removeFiles(deps.db, deps.store);
}

/** A file that cannot be removed now is removed by the hourly job, which reports it. */
export async function removeFiles(db: Db, store: FileStore): Promise<void> {
  await removeRecordedFiles(db, store).catch(() => undefined);
}

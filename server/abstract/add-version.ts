import { timestamp } from '#server/identity.ts';
import { recordActivity } from '#server/operations/activities.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import type { Tx } from '#server/database/database.ts';
import { sizeInWords } from '#contract/abstract.ts';
import { type AbstractFile, insertAbstractFile } from './abstract-files.ts';
import { abstractChanged, updateAbstract } from './update-abstract.ts';
import { findAbstract, type KeptAbstract } from './abstracts.ts';
import type { AcceptedFile } from './accept-file.ts';
import { keepFile } from './keep-file.ts';
import type { AbstractDeps } from './submit-abstract.ts';

export type NewVersion = Pick<AbstractFile, 'kind'> & {
  file: AcceptedFile;
  /** `author`, or the organiser who sends the file. */
  actor: string;
  /** The version of the abstract that the sender has seen, if a change since then has to refuse the file. */
  seen?: number;
};

/**
 * Puts a received and inspected file into the store, and then commits it as the newest version of an abstract. Earlier
 * versions stay. The bytes of the newest version again are no new version, and the second file is removed. `also` runs
 * in the transaction of a new version, for the mails about it. Returns the abstract and whether the version is new.
 */
export async function addVersion(
  deps: Omit<AbstractDeps, 'mailLayout'>,
  { id, reference }: Pick<KeptAbstract, 'id' | 'reference'>,
  { file: { upload, fileName, activeContent }, kind, actor, seen }: NewVersion,
  also: (tx: Tx, abstract: KeptAbstract) => Promise<void> = async () => undefined,
): Promise<{ abstract: KeptAbstract; isNew: boolean }> {
  const abstract = await keepFile(deps, upload, async (tx) => {
    const current = await findAbstract(tx, id);
    if (!current) throw new ActionImpossible(`${reference} was erased.`, { reason: 'erased' });
    if (current.withdrawnAt !== undefined) {
      throw new ActionImpossible(`${reference} is withdrawn.`, { reason: 'cancelled' });
    }
    if (seen !== undefined && seen !== current.version) throw abstractChanged(current);
    if (current.sha256 === upload.sha256 && current.fileKind === kind) return current;
    const fileId = deps.newId();
    await updateAbstract(tx, current, { file_id: fileId });
    await insertAbstractFile(tx, {
      id: fileId,
      abstractId: id,
      kind,
      fileName,
      activeContent,
      actor,
      bytes: upload.bytes,
      sha256: upload.sha256,
      fileKey: upload.key,
      fileStore: deps.store.id,
      createdAt: timestamp(deps.clock()),
    });
    const words = `${kind === 'final' ? 'final version' : 'new version'}: ${fileName}, ${sizeInWords(upload.bytes)}`;
    await recordActivity(tx, { ...deps, actor }, { action: 'replace', reference, words });
    const kept = { ...current, ...(await findAbstract(tx, id)) };
    await also(tx, kept);
    return kept;
  });
  return { abstract, isNew: abstract.fileKey === upload.key };
}

import { timestamp } from '#server/identity.ts';
import type { Tx } from '#server/database/database.ts';
import { withdrawAbout } from '#server/mail/outbox.ts';
import { type AbstractFile, insertAbstractFile } from '#server/abstract/abstract-files.ts';
import {
  changedMeanwhile,
  findAbstract,
  type KeptAbstract,
  lockAbstracts,
  setNewestFile,
} from '#server/abstract/abstracts.ts';
import type { AcceptedFile } from '#server/abstract/accept-file.ts';
import { keepFile } from '#server/abstract/keep-file.ts';
import type { AbstractDeps } from '#server/abstract/submit-abstract.ts';

export type NewVersion = Pick<AbstractFile, 'kind'> & {
  file: AcceptedFile;
  /** `author`, or the organiser who sends the file. */
  actor: string;
  /** The end of the author's link, if the file came by it. */
  token?: KeptAbstract['token'];
  /** The abstract as the sender has seen it, if a change since then has to refuse the file. */
  seen?: Pick<KeptAbstract, 'version' | 'fileId'>;
};

/**
 * Keeps a file as the newest version of an abstract; earlier versions stay. The bytes of the newest version again change
 * nothing. `also` runs in the transaction of a new version, for the log and the mails. Returns `gone` if the abstract is
 * withdrawn or erased, or has another link than the file came by.
 */
export async function addVersion(
  deps: Omit<AbstractDeps, 'mailLayout'>,
  { id }: Pick<KeptAbstract, 'id'>,
  { file: { upload, fileName, activeContent }, kind, actor, token, seen }: NewVersion,
  also: (tx: Tx, abstract: KeptAbstract) => Promise<void>,
): Promise<'new' | 'same' | 'gone'> {
  const { result } = await keepFile(deps, upload, async (tx) => {
    // The row is locked before it is read, so of two equal files at the same moment one is the newest already.
    await lockAbstracts(tx, [id]);
    const before = await findAbstract(tx, id);
    const isOtherLink = token !== undefined && token !== before?.token;
    if (before?.withdrawnAt !== undefined || !before || isOtherLink) {
      return { fileKey: '', result: 'gone' as const };
    }
    if (seen && !isAsSeen(before, seen)) throw changedMeanwhile(before);
    if (before.sha256 === upload.sha256 && before.fileKind === kind) {
      return { ...before, result: 'same' as const };
    }
    const version = {
      id: deps.newId(),
      abstractId: id,
      kind,
      fileName,
      bytes: upload.bytes,
      sha256: upload.sha256,
      fileKey: upload.key,
      fileStore: deps.store.id,
      activeContent,
      createdAt: timestamp(deps.clock()),
      actor,
    };
    await insertAbstractFile(tx, version);
    await setNewestFile(tx, id, version.id);
    // The secretary need not ask for another file any more.
    const kinds = ['abstract-infected-for-secretary'] as const;
    await withdrawAbout(tx, before.reference, { kinds }, deps.clock());
    await also(tx, { ...before, ...(await findAbstract(tx, id)) });
    return { ...version, result: 'new' as const };
  });
  return result;
}

function isAsSeen(current: KeptAbstract, seen: Pick<KeptAbstract, 'version' | 'fileId'>): boolean {
  return current.version === seen.version && current.fileId === seen.fileId;
}

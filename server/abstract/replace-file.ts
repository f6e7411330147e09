import { timestamp } from '#server/identity.ts';
import { postMessages } from '#server/mail/outbox.ts';
import { abstractFileReplaced } from './abstract-mails.ts';
import { type AbstractFile, insertAbstractFile } from './abstract-files.ts';
import { findAbstract, type KeptAbstract, lockAbstract, setNewestFile } from './abstracts.ts';
import { titlesOf } from './abstract-titles.ts';
import type { AcceptedFile } from './accept-file.ts';
import { AUTHOR, recordAuthorAct } from './author-activity.ts';
import type { AuthorDeps } from './author-deps.ts';
import { keepFile } from './keep-file.ts';

/**
 * Adds a version to the file of an abstract, and mails the author its digest. Earlier versions stay. The bytes of the
 * newest version again change nothing; the result says whether there is a new version.
 */
export async function replaceFile(
  deps: Pick<AuthorDeps, 'db' | 'uploads' | 'store' | 'clock' | 'newId' | 'mailLayout' | 'content'>,
  { id }: Pick<KeptAbstract, 'id'>,
  {
    file: { fileName, upload, activeContent },
    kind,
    origin,
  }: { file: AcceptedFile; kind: AbstractFile['kind']; origin: string },
): Promise<boolean> {
  const { clock, newId, mailLayout, content, store } = deps;
  const { fileKey } = await keepFile(deps, upload, async (tx) => {
    const fileId = newId();
    const createdAt = timestamp(clock());
    await lockAbstract(tx, id);
    const before = await findAbstract(tx, id);
    if (!before || (before.sha256 === upload.sha256 && before.fileKind === kind)) {
      return { fileKey: before?.fileKey ?? '' };
    }
    const version = {
      id: fileId,
      abstractId: id,
      kind,
      fileName,
      bytes: upload.bytes,
      sha256: upload.sha256,
      fileKey: upload.key,
      fileStore: store.id,
      activeContent,
      createdAt,
      actor: AUTHOR,
    };
    await insertAbstractFile(tx, version);
    await setNewestFile(tx, id, fileId);
    const words = `sends ${kind === 'final' ? 'the final version' : 'another file'}: ${fileName}`;
    await recordAuthorAct(tx, deps, before, { act: 'file', words });
    const { session } = titlesOf(content, before);
    const mails = abstractFileReplaced(mailLayout, before, version, { session, origin });
    await postMessages(tx, mails, newId, clock());
    return version;
  });
  return fileKey === upload.key;
}

import { postMessages } from '#server/mail/outbox.ts';
import { abstractFileReplaced } from './abstract-mails.ts';
import type { AbstractFile } from './abstract-files.ts';
import type { KeptAbstract } from './abstracts.ts';
import { titlesOf } from './abstract-titles.ts';
import type { AcceptedFile } from './accept-file.ts';
import { addVersion } from './add-version.ts';
import { AUTHOR, recordAuthorAct } from './author-activity.ts';
import type { AuthorDeps } from './author-deps.ts';

/**
 * Adds a version that the author sends, and mails its digest. The bytes of the newest version again change nothing, and
 * neither does a file for an abstract that is gone.
 */
export function replaceFile(
  deps: Pick<AuthorDeps, 'db' | 'uploads' | 'store' | 'clock' | 'newId' | 'mailLayout' | 'content'>,
  abstract: Pick<KeptAbstract, 'id'>,
  { file, kind, origin }: { file: AcceptedFile; kind: AbstractFile['kind']; origin: string },
): Promise<'new' | 'same' | 'gone'> {
  const { clock, newId, mailLayout, content } = deps;
  const version = { file, kind, actor: AUTHOR };
  return addVersion(deps, abstract, version, async (tx, kept) => {
    const words = `sends ${kind === 'final' ? 'the final version' : 'another file'}: ${kept.fileName}`;
    await recordAuthorAct(tx, deps, kept, { act: 'file', words });
    const { session } = titlesOf(content, kept);
    await postMessages(
      tx,
      abstractFileReplaced(mailLayout, kept, { session, origin }),
      newId,
      clock(),
    );
  });
}

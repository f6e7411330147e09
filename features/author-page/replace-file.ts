import { inLanguage } from '#contract/content.ts';
import { deedIn } from '#server/operations/act.ts';
import { abstractFileReplaced } from './mails.ts';
import type { AbstractFile } from '#server/abstract/abstract-files.ts';
import type { KeptAbstract } from '#server/abstract/abstracts.ts';
import { titlesOf } from '#server/abstract/abstract-titles.ts';
import type { AcceptedFile } from '#server/abstract/accept-file.ts';
import { addVersion } from './add-version.ts';
import {
  type ActDeps,
  AUTHOR,
  byAuthor,
  recordAuthorAct,
} from '#server/abstract/author-activity.ts';
import type { AbstractDeps } from '#server/abstract/submit-abstract.ts';

/**
 * Adds a version that the author sends, and mails its digest. The bytes of the newest version again change nothing.
 */
export async function replaceFile(
  deps: AbstractDeps & ActDeps,
  abstract: Pick<KeptAbstract, 'id' | 'email' | 'token'>,
  { file, kind, origin }: { file: AcceptedFile; kind: AbstractFile['kind']; origin: string },
): Promise<'new' | 'same' | 'gone'> {
  const { mailLayout, content } = deps;
  const version = { file, kind, actor: AUTHOR, token: abstract.token };
  return addVersion(deps, abstract, version, async (tx, kept) => {
    const words = `sends ${kind === 'final' ? 'the final version' : 'another file'}: ${kept.fileName}`;
    const deed = deedIn(tx, byAuthor(deps));
    await recordAuthorAct(deed, deps, kept, { act: 'file', words });
    const { session } = titlesOf(inLanguage(content, kept.language), kept);
    await deed.post(...abstractFileReplaced(mailLayout, kept, { session, origin }));
  });
}

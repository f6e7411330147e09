import { inLanguage } from '#contract/content.ts';
import { sizeText } from '#contract/size-text.ts';
import { deedIn } from '#server/operations/act.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';
import { abstractFileReplaced } from './mails.ts';
import type { AbstractFile } from '#server/abstract/abstract-files.ts';
import { titlesOf } from '#server/abstract/abstract-titles.ts';
import type { AcceptedFile } from '#server/abstract/accept-file.ts';
import { addVersion } from './add-version.ts';
import {
  abstractInWords,
  findAbstractToChange,
  refuseWithdrawn,
} from './find-abstract-to-change.ts';
import { type FilePlaces, type GivenFile, withGivenFile } from '#server/abstract/given-file.ts';

/** Puts a file in the place of the newest one, also after the deadline. The author gets a mail with its digest. */
export async function planVersion(
  organising: Organising,
  places: FilePlaces,
  {
    reference: typed,
    file: given,
    kind,
  }: { reference: string; file: GivenFile; kind: AbstractFile['kind'] },
): Promise<Plan> {
  const { payments, content, mailLayout, origin, actor } = organising;
  const { db, newId, clock } = payments;
  const abstract = await findAbstractToChange(db, typed);
  refuseWithdrawn(abstract);
  const { reference, email, fileName, fileKind } = abstract;
  const words = await withGivenFile({ ...places, newId }, given, async (file) => {
    if (abstract.sha256 === file.upload.sha256 && fileKind === kind) {
      throw new ActionImpossible(`${reference} has this file already.`, { reason: 'unchanged' });
    }
    return fileWords(file);
  });
  return {
    words: [
      `${abstractInWords(abstract)}: ${words} would be ${kind === 'final' ? 'its final version' : 'its file'}, in place of ${fileName}, which stays as an earlier version.`,
      `${email} gets a mail with the digest.`,
    ],
    button: `Replace the file of ${reference}`,
    perform: () =>
      withGivenFile({ ...places, newId }, given, async (file) => {
        const version = { file, kind, actor, seen: abstract };
        const deps = { ...places, db, clock, newId };
        const result = await addVersion(deps, abstract, version, async (tx, kept) => {
          const { post, record } = deedIn(tx, organising);
          await record({ action: 'replace', reference, words: fileWords(file) });
          const { session } = titlesOf(inLanguage(content, kept.language), kept);
          const mails = abstractFileReplaced(mailLayout, kept, { session, origin });
          await post(...mails.slice(0, 1));
        });
        if (result === 'gone') {
          throw new ActionImpossible(`${reference} was withdrawn or erased meanwhile.`);
        }
        return [result === 'new' ? 'Replaced.' : `${reference} has this file already.`];
      }),
  };
}

/** “talk.pdf (1.2 MB, SHA-256 0d3c…, it runs JavaScript)” */
export function fileWords({ fileName, upload, activeContent }: AcceptedFile): string {
  const active = activeContent === undefined ? '' : `, active content: ${activeContent}`;
  return `${fileName} (${sizeText(upload.bytes, 'en')}, SHA-256 ${upload.sha256}${active})`;
}

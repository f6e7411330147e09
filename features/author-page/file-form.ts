import { type Content, inLanguage } from '#contract/content.ts';
import { fileField } from '#server/http/form-field.ts';
import { knownOrigin } from '#server/http/origin.ts';
import { html, type Markup } from '#server/markup.ts';
import type { FastifyRequest } from 'fastify';
import type { AbstractFile } from '#server/abstract/abstract-files.ts';
import { FILE_FIELD } from '#server/abstract/abstract-form.ts';
import { refuseWithoutRoom, reserveUpload } from '#server/abstract/abstract-limits.ts';
import { acceptFile, type AcceptedFile } from '#server/abstract/accept-file.ts';
import type { AuthorDeps } from './author-deps.ts';
import type { OwnAbstract } from './own-abstract.ts';
import { refuseByHeaders, withUpload } from '#server/abstract/receive-upload.ts';
import { usualPace } from '#server/abstract/upload-pace.ts';
import { deedIn } from '#server/operations/act.ts';
import { abstractFileReplaced } from './mails.ts';
import type { KeptAbstract } from '#server/abstract/abstracts.ts';
import { titlesOf } from '#server/abstract/abstract-titles.ts';
import { addVersion } from './add-version.ts';
import {
  type ActDeps,
  AUTHOR,
  byAuthor,
  recordAuthorAct,
} from '#server/abstract/author-activity.ts';
import type { AbstractDeps } from '#server/abstract/submit-abstract.ts';

/** The form that sends another file. It says beforehand what is taken. */
export function fileForm(
  { yourAbstract: { replace: said } }: Pick<Content, 'yourAbstract'>,
  action: string,
  { isFinal, mistake }: { isFinal: boolean; mistake?: string | undefined },
): Markup {
  const note = `${said.taken} ${said.refused}`;
  const field = {
    name: FILE_FIELD,
    label: said.field,
    note,
    mistake,
    isRequired: true,
    isAlone: true,
  };
  return html`<form
    method="post"
    action="${action}"
    enctype="multipart/form-data"
    class="receipt-form"
  >
    <p class="receipt-words">${isFinal ? said.introOfFinal : said.intro}</p>
    ${fileField(field, '.pdf,.doc,.docx')}
    <button class="receipt-download" type="submit">
      ${isFinal ? said.buttonOfFinal : said.button}
    </button>
  </form>`;
}

/**
 * Receives another file on the way of the first one, with the same checks, scan and limits. The result is undefined
 * without a file, `same` for the bytes that we have already, and `gone` if the abstract was withdrawn meanwhile.
 */
export async function receiveNewFile(
  deps: AuthorDeps,
  { abstract }: OwnAbstract,
  request: FastifyRequest,
  kind: AbstractFile['kind'],
): Promise<'new' | 'same' | 'gone' | undefined> {
  const { quotas, pace = usualPace } = deps;
  const origin = knownOrigin(deps.originOf(request));
  refuseByHeaders(request);
  await refuseWithoutRoom(quotas);
  return withUpload(request, { ...deps, pace }, async (form) => {
    const file = await acceptFile(form.file);
    if (!file) return undefined;
    using _reservation = await reserveUpload(quotas, file.upload.bytes);
    return replaceFile(deps, abstract, { file, kind, origin });
  });
}

/**
 * Adds a version that the author sends, and mails its digest. The bytes of the newest version again change nothing.
 */
async function replaceFile(
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

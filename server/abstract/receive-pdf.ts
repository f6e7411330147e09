import type { FastifyRequest } from 'fastify';
import { AppError } from '#server/errors.ts';
import type { Uploads } from '#server/files/uploads.ts';
import type { NewId } from '#server/identity.ts';
import type { AcceptedFile } from './accept-file.ts';
import { inspectAbstractFile } from './abstract-file.ts';
import { FILE_FIELD } from './abstract-form.ts';
import { refuseWithoutRoom, reserveUpload, type UploadQuotas } from './abstract-limits.ts';
import { cleanFileName } from './file-name.ts';
import { refuseByHeaders, withUpload } from './receive-upload.ts';
import { type Pace, usualPace } from './upload-pace.ts';

type Receiving = { uploads: Uploads; newId: NewId; quotas: UploadQuotas; pace?: Pace | undefined };

/**
 * Receives a form with a PDF. `read` reads the other entries, and `save` keeps the file while its bytes are reserved.
 * Returns what `save` returns, or the mistakes of `read` with the entries.
 *
 * @throws {AppError} with the words about a missing file, or one that is no PDF
 */
export async function receivePdf<Read extends object, Mistakes, Saved>(
  request: FastifyRequest,
  { quotas, pace = usualPace, ...receiving }: Receiving,
  words: { file: string; notPdf: string },
  {
    read,
    save,
  }: {
    read: (typed: Record<string, string>) => Read | { mistakes: Mistakes };
    save: (read: Read, pdf: AcceptedFile) => Promise<Saved>;
  },
): Promise<{ saved: Saved } | { typed: Record<string, string>; mistakes: Mistakes }> {
  refuseByHeaders(request);
  await refuseWithoutRoom(quotas);
  return withUpload(request, { ...receiving, pace }, async ({ file, fields }) => {
    if (!file || file.name === '') throw refusal(words.file);
    const fileName = cleanFileName(file.name);
    const { upload } = file;
    const found = /\.pdf$/i.test(fileName)
      ? await inspectAbstractFile(fileName, upload.path, upload.bytes)
      : 'type';
    if (typeof found === 'string') throw refusal(words.notPdf);
    const entries = read(fields);
    if ('mistakes' in entries) return { typed: fields, mistakes: entries.mistakes };
    using _reservation = await reserveUpload(quotas, upload.bytes);
    return {
      saved: await save(entries, { fileName, upload, activeContent: found.activeContent }),
    };
  });
}

function refusal(words: string): AppError {
  return new AppError('bad-request', () => words, { fields: [FILE_FIELD] });
}

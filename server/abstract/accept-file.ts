import { AppError, type Said } from '#server/errors.ts';
import type { Upload } from '#server/files/uploads.ts';
import { type FileProblem, inspectAbstractFile } from './abstract-file.ts';
import { type AbstractForm, FILE_FIELD } from './abstract-form.ts';
import { cleanFileName } from './file-name.ts';

/** A file that was received and inspected, and is not in the store yet. */
export type AcceptedFile = {
  fileName: string;
  upload: Upload;
  /** Actions of the file besides showing pages; undefined if it has none. */
  activeContent: string | undefined;
};

/** Checks the file of a form by its bytes; undefined if the form has none. A refusal says the remedy. */
export async function acceptFile(file: AbstractForm['file']): Promise<AcceptedFile | undefined> {
  if (!file || file.name === '') return undefined;
  const fileName = cleanFileName(file.name);
  const { upload } = file;
  const found = await inspectAbstractFile(fileName, upload.path, upload.bytes);
  if (typeof found === 'string') {
    throw new AppError('bad-request', REFUSED[found], { fields: [FILE_FIELD] });
  }
  return { fileName, upload, activeContent: found.activeContent };
}

/** The refusal for each problem of a file: the problem and the remedy. */
const REFUSED: Record<FileProblem, Said> = {
  type: 'fileType',
  isEmpty: 'fileEmpty',
  isPdf: 'fileIsPdf',
  isDoc: 'fileIsDoc',
  isDocx: 'fileIsDocx',
  isWebPage: 'fileIsWebPage',
  password: 'filePassword',
  damaged: 'fileDamaged',
  macros: 'fileMacros',
  external: 'fileExternal',
  within: 'fileWithin',
};

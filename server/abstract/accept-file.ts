import { AppError } from '#server/errors.ts';
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

const WRONG_TYPE = 'Only PDF, DOC, DOCX files allowed.';

/** The refusal for each problem of a file: the problem and the remedy. */
const REFUSED: Record<FileProblem, string> = {
  type: WRONG_TYPE,
  isPdf: `${WRONG_TYPE} This file is a PDF with another ending: rename it to end with .pdf, and send it again.`,
  isDoc: `${WRONG_TYPE} This file is a Word or RTF document of the old kind: rename it to end with .doc, and send it again.`,
  isDocx: `${WRONG_TYPE} This file is a Word document of the new kind: rename it to end with .docx, and send it again.`,
  isWebPage: `${WRONG_TYPE} This file is a web page: open it, save it as a PDF, and send that.`,
  password:
    'This file asks for a password, so nobody could read it. Please save it without the password, and send it again.',
  damaged:
    'This file is damaged: its end is missing. Please open and save it again, and send it once more.',
  macros:
    'This document contains macros. Please save it without macros, or as a PDF, and send it again.',
  external:
    'This document loads something from elsewhere, such as a linked picture or a template. Please save it as a PDF and send that.',
  within:
    'This document contains another document, such as a web page. Please save it as a PDF and send that.',
};

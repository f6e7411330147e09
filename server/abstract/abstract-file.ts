import { type FileHandle, open } from 'node:fs/promises';
import { type AbstractFileType, abstractFileTypes } from '#contract/abstract.ts';
import { inspectCompoundFile } from '#server/files/compound-file.ts';
import { readAt } from '#server/files/read-at.ts';
import { pdfActions } from '#server/files/pdf-actions.ts';
import { beginsAsPdf, isCutOff } from '#server/files/pdf-ends.ts';
import { asksForPassword } from '#server/files/pdf-password.ts';
import { inspectRichText } from '#server/files/rich-text.ts';
import { inspectWordPackage } from '#server/files/word-package.ts';
import {
  endsAsArchive,
  hasArchiveEnd,
  readZipDirectory,
  type ZipEntry,
} from '#server/files/zip-directory.ts';

const MOST_ENTRIES = 5000;
const MOST_UNPACKED_BYTES = 200 * 1024 * 1024;

const RTF = Buffer.from('{\\rtf');
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ZIP = Buffer.from('504b0304', 'hex');

/** The reason why a file is refused; `isDocx` and the like mean a good file with the ending of another kind. */
export type FileProblem =
  | 'type'
  | 'isEmpty'
  | 'isPdf'
  | 'isDoc'
  | 'isDocx'
  | 'isWebPage'
  | 'macros'
  | 'external'
  | 'within'
  | 'password'
  | 'damaged';

/** The findings about an accepted file. */
export type FileContent = {
  /** The actions of the file besides showing pages, as text for a person. */
  activeContent: string | undefined;
};

/**
 * Checks that a file has the kind that its name says: a PDF, a Word document of the old kind (or RTF) or of the new
 * kind. The bytes and the standard of the kind decide. The check refuses a file of two kinds at once, a document that
 * would run or load something when it is opened, and a document that nobody can read. It reports objects of other
 * programs and the actions of PDFs, because programs ask before they run them.
 */
export async function inspectAbstractFile(
  name: string,
  path: string,
  bytes: number,
): Promise<FileProblem | FileContent> {
  const type = abstractFileTypes.find((ending) => name.toLowerCase().endsWith(`.${ending}`));
  if (!type) return 'type';
  if (bytes === 0) return 'isEmpty';
  const file = await open(path, 'r');
  try {
    const found = await checks[type](file, bytes);
    return found === 'type' ? await whatElse(file, bytes, type) : found;
  } finally {
    await file.close();
  }
}

type Check = (file: FileHandle, bytes: number) => Promise<FileProblem | FileContent>;

const PASSIVE: FileContent = { activeContent: undefined };
const WITH_OBJECTS: FileContent = { activeContent: 'objects of other programs' };

const checks: Record<AbstractFileType, Check> = {
  // The four bytes of an archive's end occur by chance in one of 65,000 compressed PDFs. They occur by intent if an
  // archive is attached whose bytes could not be compressed: then the PDF can be opened as the archive.
  async pdf(file, bytes) {
    if (!(await beginsAsPdf(file)) || (await hasArchiveEnd(file, bytes))) return 'type';
    if (await isCutOff(file, bytes)) return 'damaged';
    if (await asksForPassword(file, bytes)) return 'password';
    return { activeContent: await pdfActions(file, bytes) };
  },
  async doc(file, bytes) {
    if (await beginsWith(file, RTF)) {
      if (await hasArchiveEnd(file, bytes)) return 'type';
      const { isLinked, hasObjects } = await inspectRichText(file, bytes);
      if (isLinked) return 'external';
      return hasObjects ? WITH_OBJECTS : PASSIVE;
    }
    if (!(await beginsWith(file, COMPOUND))) return 'type';
    // An old document may contain a whole archive, the table of a newer Excel. So only an archive at its end is
    // refused.
    if (await endsAsArchive(file, bytes)) return 'type';
    const found = await inspectCompoundFile(file, bytes);
    if (found.isCutOff) return 'damaged';
    if (found.asksForPassword) return 'password';
    if (found.hasMacros) return 'macros';
    return found.hasObjects ? WITH_OBJECTS : PASSIVE;
  },
  async docx(file, bytes) {
    // Word wraps a new document with a password in a file of the old kind.
    if (await beginsWith(file, COMPOUND)) {
      const { asksForPassword: isLocked } = await inspectCompoundFile(file, bytes);
      return isLocked ? 'password' : 'type';
    }
    if (!(await beginsWith(file, ZIP))) return 'type';
    const entries = await readZipDirectory(file, bytes);
    if (entries === undefined) return (await hasArchiveEnd(file, bytes)) ? 'type' : 'damaged';
    if (!isArchiveOfDocument(entries)) return 'type';
    if (entries.some(({ name }) => MACROS.test(name))) return 'macros';
    const found = await inspectWordPackage(file, entries);
    if (typeof found === 'string') return found;
    return found.hasObjects ? WITH_OBJECTS : PASSIVE;
  },
};

const OTHERS = { pdf: 'isPdf', doc: 'isDoc', docx: 'isDocx' } as const;

/** The problem of a file that has another kind than its name says: the other kind, if the file is a good one. */
async function whatElse(
  file: FileHandle,
  bytes: number,
  type: AbstractFileType,
): Promise<FileProblem> {
  for (const other of abstractFileTypes.filter((each) => each !== type)) {
    const found = await checks[other](file, bytes);
    if (typeof found !== 'string') return OTHERS[other];
  }
  const head = (await readAt(file, 0, 1024)).toString('latin1');
  return /^(?:\u00ef\u00bb\u00bf)?\s*<(?:!doctype html|html)/i.test(head) ? 'isWebPage' : 'type';
}

function isArchiveOfDocument(entries: ZipEntry[]): boolean {
  const unpacked = entries.reduce((sum, entry) => sum + entry.unpackedBytes, 0);
  return (
    entries.length <= MOST_ENTRIES &&
    unpacked <= MOST_UNPACKED_BYTES &&
    !entries.some((entry) => entry.isEncrypted || isUnwelcome(entry.name))
  );
}

/** The parts in which programs look for macros if they do not read the list of content types. */
const MACROS = /vbaProject\.bin$|vbaData\.xml$/i;

/** A program in disguise, or a path outside the folder into which the archive is unpacked. */
function isUnwelcome(name: string): boolean {
  return (
    /\.(?:class|dex|exe|dll|js|vbs|ps1|bat|cmd|scr|lnk|hta)$/i.test(name) ||
    /^[/\\]|^[a-z]:|(?:^|[/\\])\.\.(?:[/\\]|$)/i.test(name)
  );
}

async function beginsWith(file: FileHandle, magic: Buffer): Promise<boolean> {
  return (await readAt(file, 0, magic.length)).equals(magic);
}

import { type FileHandle, open } from 'node:fs/promises';
import { type AbstractFileType, abstractFileTypes } from '#contract/abstract.ts';
import { hasMacros } from '#server/files/compound-file.ts';
import { readAt } from '#server/files/read-at.ts';
import { pdfActions } from './pdf-actions.ts';
import { richTextProblem } from './rich-text.ts';
import { wordProblem } from './word-package.ts';
import {
  endsAsArchive,
  hasArchiveEnd,
  readZipDirectory,
  type ZipEntry,
} from '#server/files/zip-directory.ts';

const MOST_ENTRIES = 5000;
const MOST_UNPACKED_BYTES = 200 * 1024 * 1024;

const PDF = Buffer.from('%PDF-');
const RTF = Buffer.from('{\\rtf');
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ZIP = Buffer.from('504b0304', 'hex');

/** Why a file is not accepted. */
export type FileProblem = 'type' | 'macros' | 'external' | 'embedded';

/** What was found in a file that is accepted. */
export type FileContent = {
  /** What it does besides showing pages, in words for a person. */
  activeContent: string | undefined;
};

/**
 * Whether a file is what its name says: a PDF, a Word document of the old kind (or RTF) or of the new kind. It is judged
 * by its bytes; one that is two things at once is none. A document that would run or load something when it is opened is
 * not accepted; of a PDF, which programs ask about before they run anything, it is told.
 */
export async function inspectAbstractFile(
  name: string,
  path: string,
  bytes: number,
): Promise<FileProblem | FileContent> {
  const type = abstractFileTypes.find((ending) => name.toLowerCase().endsWith(`.${ending}`));
  if (!type) return 'type';
  const file = await open(path, 'r');
  try {
    return await checks[type](file, bytes);
  } finally {
    await file.close();
  }
}

type Check = (file: FileHandle, bytes: number) => Promise<FileProblem | FileContent>;

const PASSIVE: FileContent = { activeContent: undefined };

const checks: Record<AbstractFileType, Check> = {
  // The four bytes are there by chance in one compressed PDF of 65,000. They are there by intent where an archive is
  // attached and packing did not make it smaller: that PDF can be opened as the archive.
  async pdf(file, bytes) {
    if (!(await beginsWith(file, PDF)) || (await hasArchiveEnd(file, bytes))) return 'type';
    return { activeContent: await pdfActions(file, bytes) };
  },
  async doc(file, bytes) {
    if (await beginsWith(file, RTF)) {
      if (await hasArchiveEnd(file, bytes)) return 'type';
      return (await richTextProblem(file, bytes)) ?? PASSIVE;
    }
    if (!(await beginsWith(file, COMPOUND))) return 'type';
    // A table of a newer Excel that was put into an old document is an archive as it stands, anywhere in the file.
    if (await endsAsArchive(file, bytes)) return 'type';
    return (await hasMacros(file, bytes)) ? 'macros' : PASSIVE;
  },
  async docx(file, bytes) {
    if (!(await beginsWith(file, ZIP))) return 'type';
    const entries = await readZipDirectory(file, bytes);
    if (entries === undefined || !isWordDocument(entries)) return 'type';
    if (entries.some(({ name }) => MACROS.test(name))) return 'macros';
    const problem = await wordProblem(file, entries);
    if (problem === undefined) return PASSIVE;
    return problem === 'unreadable' ? 'type' : problem;
  },
};

function isWordDocument(entries: ZipEntry[]): boolean {
  const names = new Set(entries.map((entry) => entry.name.toLowerCase()));
  const unpacked = entries.reduce((sum, entry) => sum + entry.unpackedBytes, 0);
  return (
    entries.length <= MOST_ENTRIES &&
    unpacked <= MOST_UNPACKED_BYTES &&
    // A name that is there twice is read differently by different programs.
    names.size === entries.length &&
    names.has('[content_types].xml') &&
    names.has('word/document.xml') &&
    !entries.some((entry) => entry.isEncrypted || isUnwelcome(entry.name))
  );
}

/** What programs that do not read the list of content types take for macros. */
const MACROS = /vbaProject\.bin$|vbaData\.xml$/i;

/** A program in disguise, or a place outside of the folder that the archive is unpacked to. */
function isUnwelcome(name: string): boolean {
  return (
    /\.(?:class|dex|exe|dll|js|vbs|ps1|bat|cmd|scr|lnk|hta)$/i.test(name) ||
    /^[/\\]|^[a-z]:|(?:^|[/\\])\.\.(?:[/\\]|$)/i.test(name)
  );
}

async function beginsWith(file: FileHandle, magic: Buffer): Promise<boolean> {
  return (await readAt(file, 0, magic.length)).equals(magic);
}

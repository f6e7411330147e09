import { open } from 'node:fs/promises';
import { inspectAbstractFile } from '#server/abstract/abstract-file.ts';
import { type PictureKind, pictureEnd, pictureKind } from '#server/files/picture-ends.ts';
import { readAt } from '#server/files/read-at.ts';
import { hasArchiveEnd } from '#server/files/zip-directory.ts';

export type ProofProblem = 'wrongType' | 'heic' | 'password';

/** A proof as it is kept: a picture without the bytes behind its end, and with the ending of its kind. */
export type ProofFile = { name: string; bytes: number; activeContent: string | undefined };

const ENDINGS: Readonly<Record<PictureKind | 'pdf', RegExp>> = {
  png: /\.png$/i,
  jpg: /\.jpe?g$/i,
  pdf: /\.pdf$/i,
};

/** Telephones and programs also name a file without an ending, or with that of another kind. */
function named(name: string, kind: keyof typeof ENDINGS): string {
  return ENDINGS[kind].test(name) ? name : `${name.replace(/\.[^.]*$/, '')}.${kind}`;
}

/**
 * Checks by its bytes that a file is a PDF or a picture. A picture with an archive, a page or another document behind its
 * end is a disguise and is refused; other bytes there, as telephones write them, are not kept.
 */
export async function inspectProof(
  name: string,
  path: string,
  bytes: number,
): Promise<ProofProblem | ProofFile> {
  const file = await open(path, 'r');
  try {
    // ISO/IEC 14496-12: the type of the file is named at its fifth byte.
    const head = (await readAt(file, 0, 12)).toString('latin1');
    if (/^.{4}ftyp(?:hei|hev|mif|msf|avi)/s.test(head)) return 'heic';
    const kind = await pictureKind(file);
    if (kind === undefined) {
      const pdf = named(name, 'pdf');
      const found = await inspectAbstractFile(pdf, path, bytes);
      if (typeof found !== 'string') return { name: pdf, bytes, ...found };
      return found === 'password' ? 'password' : 'wrongType';
    }
    const end = await pictureEnd(file, bytes, kind);
    if (end === undefined) return 'wrongType';
    if ((await hasArchiveEnd(file, bytes)) || (await hasArchiveEnd(file, end))) return 'wrongType';
    const behind = (await readAt(file, end, 4096)).toString('latin1');
    if (DOCUMENT.test(behind)) return 'wrongType';
    return { name: named(name, kind), bytes: end, activeContent: undefined };
  } finally {
    await file.close();
  }
}

const DOCUMENT = /<(?:!doctype|html|script|svg|\?php)|%PDF-|\{\\rtf|^MZ/i;

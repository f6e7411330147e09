import { type FileHandle, open } from 'node:fs/promises';
import { inspectAbstractFile } from '#server/abstract/abstract-file.ts';
import { readAt } from '#server/files/read-at.ts';
import { hasArchiveEnd } from '#server/files/zip-directory.ts';

export type ProofProblem = 'wrongType' | 'password';

const PNG = { begins: '89504e470d0a1a0a', ends: '0000000049454e44ae426082' };
const JPEG = { begins: 'ffd8ff', ends: 'ffd9' };
const pictures = { png: PNG, jpg: JPEG, jpeg: JPEG } as const;

/**
 * Checks by its bytes that a file is the PDF or picture that its name says. A picture that goes on after its end, as a
 * web page or an archive in disguise does, is refused.
 */
export async function inspectProof(
  name: string,
  path: string,
  bytes: number,
): Promise<ProofProblem | { activeContent: string | undefined }> {
  const ending = name.toLowerCase().split('.').at(-1) ?? '';
  if (ending === 'pdf') {
    const found = await inspectAbstractFile(name, path, bytes);
    if (typeof found !== 'string') return found;
    return found === 'password' ? 'password' : 'wrongType';
  }
  if (ending !== 'png' && ending !== 'jpg' && ending !== 'jpeg') return 'wrongType';
  const file = await open(path, 'r');
  try {
    return (await isPicture(file, bytes, pictures[ending]))
      ? { activeContent: undefined }
      : 'wrongType';
  } finally {
    await file.close();
  }
}

async function isPicture(
  file: FileHandle,
  bytes: number,
  { begins, ends }: { begins: string; ends: string },
): Promise<boolean> {
  const hex = async (position: number, length: number) =>
    (await readAt(file, position, length)).toString('hex');
  const last = ends.length / 2;
  return (
    (await hex(0, begins.length / 2)) === begins &&
    (await hex(Math.max(0, bytes - last), last)) === ends &&
    !(await hasArchiveEnd(file, bytes))
  );
}

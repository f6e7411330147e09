import type { FileHandle } from 'node:fs/promises';
import { readAt } from '#server/files/read-at.ts';

const BLOCK_BYTES = 256 * 1024;
/** Longer than what is looked for. */
const OVERLAP = 256;

/** An embedded or linked object, or a template on another machine (Rich Text Format 1.9.1). */
const OBJECT = /\\(?:objdata|objocx|objautlink|objlink)(?![a-z])/;
const TEMPLATE = /\\template\s*(?:https?:|ftp:|file:\/\/[^/]|\\\\)/i;

/** Whether an RTF document brings an object of another program, or loads a template from elsewhere. */
export async function richTextProblem(
  file: FileHandle,
  bytes: number,
): Promise<'embedded' | 'external' | undefined> {
  for (let start = 0; start < bytes; start += BLOCK_BYTES) {
    const from = Math.max(0, start - OVERLAP);
    const text = (await readAt(file, from, start - from + BLOCK_BYTES)).toString('latin1');
    if (OBJECT.test(text)) return 'embedded';
    if (TEMPLATE.test(text)) return 'external';
  }
  return undefined;
}

import type { FileHandle } from 'node:fs/promises';
import { textBlocks } from './read-at.ts';

/** The overlap is longer than any search text. */
const OVERLAP = 256;

// Rich Text Format 1.9.1. Word loads a linked or updated object when it opens the document.
const OBJECT = /\\(?:objdata|objocx)(?![a-z])/;
const LINK =
  /\\(?:objautlink|objlink|objupdate)(?![a-z])|\\template\s*(?:https?:|ftp:|file:\/\/(?!localhost\/)[^/]|\\\\)/i;

/** Whether an RTF document loads something from elsewhere, and whether it contains objects of other programs. */
export async function inspectRichText(
  file: FileHandle,
  bytes: number,
): Promise<{ isLinked: boolean; hasObjects: boolean }> {
  let hasObjects = false;
  for await (const { text } of textBlocks(file, bytes, OVERLAP)) {
    if (LINK.test(text)) return { isLinked: true, hasObjects };
    hasObjects ||= OBJECT.test(text);
  }
  return { isLinked: false, hasObjects };
}

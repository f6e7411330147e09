import type { FileHandle } from 'node:fs/promises';
import { readAt } from './read-at.ts';

/** Readers look for the header in this many first bytes (ISO 32000-1, annex H.3, note 13). */
const HEADER_WITHIN = 1024;
const HEADER = '%PDF-';
/** The end is searched in this many bytes. Zero bytes at the end do not count: some programs add them. */
const TAIL_BYTES = 16 * 1024;

// Allowed: a byte order mark, blank lines, headers of HTTP or of a printer's language. Not allowed: a tag or the first
// letters of another type, because then the file would have two types at once.
const BEFORE_HEADER =
  // oxlint-disable-next-line no-control-regex
  /^(?:\u00ef\u00bb\u00bf)?(?!\s*(?:MZ|PK|#!|GIF8|\{\\rtf|%!))[\t\n\f\r\u001b\u0020-\u003b\u003d-\u007e]*$/;

export async function beginsAsPdf(file: FileHandle): Promise<boolean> {
  const head = await headOf(file);
  const at = head.indexOf(HEADER);
  return at >= 0 && BEFORE_HEADER.test(head.slice(0, at));
}

/**
 * Whether a PDF is incomplete, as after a broken transfer: only a header, or objects without an end. Other damage is
 * not checked, because readers repair much damage.
 */
export async function isCutOff(file: FileHandle, bytes: number): Promise<boolean> {
  const head = await headOf(file);
  const [, rest = ''] = /%PDF-[^\r\n]*([^]*)/.exec(head) ?? [];
  if (bytes <= HEADER_WITHIN * 2 && rest.trim() === '') return true;
  if (!/\d\s+\d+\s+obj\b/.test(head)) return false;
  const tail = await tailOf(file, bytes);
  return !/startxref|%%EOF|trailer/.test(tail);
}

async function headOf(file: FileHandle): Promise<string> {
  return (await readAt(file, 0, HEADER_WITHIN * 2)).toString('latin1');
}

async function tailOf(file: FileHandle, bytes: number): Promise<string> {
  let before = '';
  for (let end = bytes; end > 0; end -= TAIL_BYTES) {
    const start = Math.max(0, end - TAIL_BYTES);
    const text = (await readAt(file, start, end - start)).toString('latin1');
    before = text + before;
    if (text.replaceAll('\0', '').trim() !== '') {
      const more = Math.max(0, start - TAIL_BYTES);
      return (await readAt(file, more, start - more)).toString('latin1') + text;
    }
  }
  return before;
}

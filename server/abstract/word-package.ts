import type { FileHandle } from 'node:fs/promises';
import { readZipEntry, type ZipEntry } from '#server/files/zip-directory.ts';

/** Why a Word document is not accepted. */
export type WordProblem = 'macros' | 'external' | 'embedded' | 'unreadable';

/** Of one part that says what is in the document; Word itself writes a few KiB. */
const LARGEST_PART = 1024 * 1024;
const MOST_PARTS = 500;
const MOST_BYTES = 8 * 1024 * 1024;

/**
 * What a Word document would run or load when it is opened. The list of content types and the relationships say so (ECMA-376
 * part 2, Open Packaging Conventions): only these parts are unpacked, up to a limit, whatever names the other parts have.
 */
export async function wordProblem(
  file: FileHandle,
  entries: readonly ZipEntry[],
): Promise<WordProblem | undefined> {
  const parts = entries.filter(({ name }) => /^\[content_types\]\.xml$|\.rels$/i.test(plain(name)));
  const bytes = parts.reduce((sum, { unpackedBytes }) => sum + unpackedBytes, 0);
  if (parts.length > MOST_PARTS || bytes > MOST_BYTES) return 'unreadable';
  for (const part of parts) {
    const content = await readZipEntry(file, part, LARGEST_PART);
    const text = content && textOf(content);
    // Packages have no document type declaration, which could give words another meaning.
    if (text === undefined || /<!(?:DOCTYPE|ENTITY)/i.test(text)) return 'unreadable';
    const problem = problemIn(text);
    if (problem) return problem;
  }
  return undefined;
}

function problemIn(xml: string): WordProblem | undefined {
  for (const [, element = '', attributes = ''] of xml.matchAll(TAG)) {
    const has = attributesIn(attributes);
    const problem = element.toLowerCase().endsWith('relationship')
      ? problemOfRelationship(has)
      : problemOfType(has.get('contenttype') ?? '');
    if (problem) return problem;
  }
  return undefined;
}

function problemOfType(contentType: string): WordProblem | undefined {
  if (/vba|macroenabled/i.test(contentType)) return 'macros';
  return /oleobject|activex/i.test(contentType) ? 'embedded' : undefined;
}

function problemOfRelationship(has: ReadonlyMap<string, string>): WordProblem | undefined {
  const kind = has.get('type')?.toLowerCase().split('/').at(-1) ?? '';
  const target = has.get('target') ?? '';
  if (kind.includes('vba')) return 'macros';
  if (has.get('targetmode')?.trim().toLowerCase() === 'external') {
    const isHarmless =
      kind === 'hyperlink' || (kind === 'attachedtemplate' && OWN_DISK.test(target.trim()));
    return isHarmless ? undefined : 'external';
  }
  return EMBEDDED.has(kind) ? 'embedded' : undefined;
}

/** What Word opens with another program, or reads as a document within the document. */
const EMBEDDED = new Set(['oleobject', 'control', 'activexcontrolbinary', 'afchunk']);

/** Word names the template that a document was begun with, on the author's own disk: nothing is fetched from there. */
const OWN_DISK = /^(?:file:\/\/\/)?[a-z]:[/\\](?![/\\])/i;

const TAG = /<(\w[^\s<>/]*)((?:\s+[^\s=<>"'/]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))+)\s*\/?>/g;
const ATTRIBUTE = /([^\s=<>"'/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** By name in lower case. */
function attributesIn(text: string): Map<string, string> {
  const found = [...text.matchAll(ATTRIBUTE)].map(
    ([, name = '', double, single]) =>
      [name.toLowerCase(), decoded(double ?? single ?? '')] as const,
  );
  return new Map(found);
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decoded(text: string): string {
  return text.replace(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi,
    (all, hex, decimal, name) => {
      const code = hex !== undefined ? Number.parseInt(hex, 16) : Number(decimal);
      if (name !== undefined) return NAMED[name] ?? all;
      return code <= 0x10ffff ? String.fromCodePoint(code) : all;
    },
  );
}

/** UTF-8 or UTF-16, the two that packages may have. */
function textOf(bytes: Buffer): string | undefined {
  const [first = 0, second = 0] = bytes;
  const coding =
    first === 0xfe || (first === 0 && second === 0x3c)
      ? 'utf-16be'
      : first === 0xff || (first === 0x3c && second === 0)
        ? 'utf-16le'
        : 'utf-8';
  try {
    return new TextDecoder(coding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** A name as programs may read it that take it for an address. */
function plain(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

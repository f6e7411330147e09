import type { FileHandle } from 'node:fs/promises';
import { readZipEntry, type ZipEntry } from './zip-directory.ts';

/** The reason why a Word document is refused; `type` means that the file is not a Word document. */
export type WordProblem = 'type' | 'macros' | 'external' | 'within';

/** `hasObjects`: the document has parts that other programs open. */
export type WordContent = { hasObjects: boolean };

/** The limit for one part that lists contents; Word itself writes a few KiB. */
const LARGEST_PART = 1024 * 1024;
const MOST_PARTS = 500;
const MOST_BYTES = 8 * 1024 * 1024;

/**
 * Refuses a Word document that would run or load something when it is opened, and says whether an accepted one has
 * objects of other programs. The list of content types and the relationships contain these facts and name the main part
 * (ECMA-376 part 2, Open Packaging Conventions), so only these lists are unpacked, up to a limit.
 */
export async function inspectWordPackage(
  file: FileHandle,
  entries: readonly ZipEntry[],
): Promise<WordProblem | WordContent> {
  const parts = new Map(entries.map((entry) => [partName(entry.name), entry]));
  // If two parts have the same name, some programs read the first and some the second.
  if (parts.size !== entries.length) return 'type';
  const lists = [...parts].filter(([name]) => name === TYPES || name.endsWith('.rels'));
  const bytes = lists.reduce((sum, [, { unpackedBytes }]) => sum + unpackedBytes, 0);
  if (lists.length > MOST_PARTS || bytes > MOST_BYTES) return 'type';
  const types: Element[] = [];
  const relationships: Relationship[] = [];
  for (const [name, entry] of lists) {
    const content = await readZipEntry(file, entry, LARGEST_PART);
    const text = content && textOf(content);
    // Packages have no document type declaration: the entities of a declaration could hide a name.
    if (text === undefined || /<!(?:DOCTYPE|ENTITY)/i.test(text)) return 'type';
    const elements = elementsIn(text);
    if (name === TYPES) types.push(...elements);
    else
      relationships.push(
        ...elements.filter(isRelationship).map((each) => relationshipIn(name, each)),
      );
  }
  const typeOf = typesOf(types);
  const kinds = [...parts.keys()].map(typeOf);
  if (!isWordDocument(relationships, parts, typeOf)) return 'type';
  const problem = relationships.map(problemOf).find((each) => each !== undefined);
  if (kinds.some((kind) => MACROS.test(kind))) return 'macros';
  if (problem !== undefined) return problem;
  const hasObjects =
    kinds.some((kind) => /oleobject|activex|sheet\.binary/.test(kind)) ||
    relationships.some(({ kind }) => OBJECTS.has(kind));
  return { hasObjects };
}

/** The type of a binary workbook ends with macroEnabled even if it has no macros. */
const MACROS = /vba|(?<!binary\.)macroenabled/;
const TYPES = '[content_types].xml';
/** The path of the main part in Word's own files. In files of some other programs no list names the main part. */
const USUAL = 'word/document.xml';

/** The package's own relationships name the main part. */
function isWordDocument(
  relationships: readonly Relationship[],
  parts: ReadonlyMap<string, ZipEntry>,
  typeOf: (part: string) => string,
): boolean {
  if (!parts.has(TYPES)) return false;
  if (!parts.has('_rels/.rels')) return parts.has(USUAL);
  const main = relationships.find(
    ({ list, kind }) => list === '_rels/.rels' && kind === 'officedocument',
  );
  if (!main || !parts.has(main.part)) return false;
  const type = typeOf(main.part);
  return type.includes('wordprocessingml') || /vnd\.ms-word/.test(type) || main.part === USUAL;
}

type Element = { name: string; has: ReadonlyMap<string, string> };

function elementsIn(xml: string): Element[] {
  return [...xml.matchAll(TAG)].map(([, name = '', attributes = '']) => ({
    name: name.toLowerCase().split(':').at(-1) ?? '',
    has: attributesIn(attributes),
  }));
}

/** The type of a part, in lower case: its own type, or else the type of its ending. */
function typesOf(elements: readonly Element[]): (part: string) => string {
  const own = new Map<string, string>();
  const byEnding = new Map<string, string>();
  for (const { has } of elements) {
    const type = has.get('contenttype')?.toLowerCase() ?? '';
    const part = has.get('partname');
    const ending = has.get('extension')?.toLowerCase();
    // If a part has two types, both are checked.
    if (part !== undefined) own.set(partName(part), `${own.get(partName(part)) ?? ''} ${type}`);
    if (ending !== undefined) byEnding.set(ending, `${byEnding.get(ending) ?? ''} ${type}`);
  }
  return (part) => own.get(part) ?? byEnding.get(part.split('.').at(-1) ?? '') ?? '';
}

type Relationship = {
  /** The list that contains the relationship. */
  list: string;
  /** The last segment of the relationship's type, in lower case. */
  kind: string;
  target: string;
  /** The part to which it leads. */
  part: string;
  isExternal: boolean;
};

function isRelationship({ name }: Element): boolean {
  return name === 'relationship';
}

function relationshipIn(list: string, { has }: Element): Relationship {
  const target = has.get('target') ?? '';
  return {
    list,
    kind: has.get('type')?.toLowerCase().split('/').at(-1) ?? '',
    target,
    part: partName(URL.parse(plain(target).replaceAll('\\', '/'), baseOf(list))?.pathname ?? ''),
    isExternal: has.get('targetmode')?.trim().toLowerCase() === 'external',
  };
}

/** The base for the targets of a list: those in word/_rels/document.xml.rels are relative to word/. */
function baseOf(list: string): string {
  return `part:///${list.replace(/_rels\/[^/]*$/, '')}`;
}

function problemOf({ kind, target, isExternal }: Relationship): WordProblem | undefined {
  if (kind.includes('vba')) return 'macros';
  if (isExternal) {
    const isHarmless =
      kind === 'hyperlink' || (kind === 'attachedtemplate' && !isElsewhere(target));
    return isHarmless ? undefined : 'external';
  }
  return kind === 'afchunk' ? 'within' : undefined;
}

/** The kinds of parts that Word opens with another program after a click. */
const OBJECTS = new Set(['oleobject', 'control', 'activexcontrolbinary']);

/**
 * Whether a template is on another machine: then Word would load it. A name (Normal.dotm) or a path on the author's own
 * disk is harmless.
 */
function isElsewhere(target: string): boolean {
  const path = plain(target.trim())
    .replaceAll('\\', '/')
    .replace(/^file:\/\/(?:localhost)?\/(?!\/)/i, '/')
    .replace(/^\/(?=[a-z]:\/(?!\/))/i, '');
  // A path of an older Mac begins with the name of the disk: HD:Users:ada:Abstract.dotx
  if (!path.includes('/') && OF_A_MAC.test(path)) return false;
  return path.startsWith('//') || /^[a-z]:\/\//i.test(path) || /^[a-z][a-z\d+.-]+:/i.test(path);
}

const OF_A_MAC =
  /^(?!(?:https?|ftps?|file|smb|afp|nfs|dav|mhtml|ms-)[\w-]*:)[^:]+(?::[^:]+)+\.dot[mx]?$/i;

const TAG = /<(\w[^\s<>/]*)((?:\s+[^\s=<>"'/]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))+)\s*\/?>/g;
const ATTRIBUTE = /([^\s=<>"'/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** The attributes of a tag, by their names in lower case. */
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

/** The lists of a package are UTF-8 or UTF-16. */
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

/**
 * The case of letters does not distinguish names of parts (ECMA-376 part 2, 9.1.1), and some programs write
 * backslashes.
 */
function partName(name: string): string {
  return plain(name).replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();
}

/** The decoded name, because some programs treat it as a URL. */
function plain(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

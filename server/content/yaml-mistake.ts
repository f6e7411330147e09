import type { ErrorCode } from 'yaml';

/** A mistake in YAML as the person who edits the file knows it: the line, and what to do. */
export type YamlMistake = { line: number; words: string };

/**
 * Explains the first error of the YAML parser. The parser stops far from the mistake, and speaks of flow collections:
 * so this file reads the lines around the error as an organiser does, and only falls back on the parser's code.
 */
export function yamlMistake(text: string, error: { line: number; code: ErrorCode }): YamlMistake {
  const lines = text.split(/\r?\n/);
  return (
    mergeMistake(lines) ??
    twiceMistake(lines, error) ??
    scanLines(lines, error.line) ?? { line: error.line, words: byCode(error.code) }
  );
}

/** The advice for a value: put it in quotes, as the line then reads. */
function inQuotes(what: string, key: string | undefined, value: string): string {
  const quoted = value.includes("'")
    ? `"${value.replace(/["\\]/g, '\\$&')}"`
    : `'${value.length > 60 ? `${value.slice(0, 58)}…` : value}'`;
  return `put ${what} in quotes: ${key === undefined ? '- ' : `${key}: `}${quoted}`;
}

function byCode(code: ErrorCode): string {
  switch (code) {
    case 'BAD_INDENT':
    case 'TAB_AS_INDENT':
      return 'this line, or the one above it, begins with the wrong number of spaces: lines of one group begin alike';
    case 'MISSING_CHAR':
      return 'a quote, a bracket or a comma is missing in this line, or in one above it';
    case 'MULTIPLE_DOCS':
      return 'delete this line: --- ends the file';
    default:
      return 'this line cannot be read: put its text in quotes, and compare its spaces with the lines around it';
  }
}

function mergeMistake(lines: readonly string[]): YamlMistake | undefined {
  const at = lines.findIndex((line) => /^(?:<{7}|={7}|>{7})(?: |$)/.test(line));
  if (at === -1) return undefined;
  const words =
    'two people changed these lines: keep one version, and delete the lines with <<<<<<<, ======= and >>>>>>>';
  return { line: at + 1, words };
}

function twiceMistake(
  lines: readonly string[],
  { line, code }: { line: number; code: ErrorCode },
): YamlMistake | undefined {
  if (code !== 'DUPLICATE_KEY') return undefined;
  const [, before = '', key = ''] = /^([ -]*)([^:]*):/.exec(lines[line - 1] ?? '') ?? [];
  const isTwin = (other: string) => other.replace(/-/g, ' ').startsWith(`${spaces(before)}${key}:`);
  const first = lines.slice(0, line - 1).findLastIndex(isTwin);
  const where = first === -1 ? '' : `: it is in line ${first + 1} already`;
  const isInList = (lines[first] ?? '').includes('- ') || /^ +id$/.test(`${before}${key}`);
  const dash = isInList ? '. A new entry of a list begins with a dash' : '';
  return { line, words: `this key is there twice${where}${dash}` };
}

function spaces(text: string): string {
  return ' '.repeat(text.length);
}

/** A group of keys, or the dashes of a list, that begin in one column. `name` is the key that was last read in it. */
type Level = { column: number; isList: boolean; name: string };

/** The key that was read last, and the kind of its value. */
type Last = { column: number; name: string; value: 'none' | 'text' | 'block'; line: number };

/** A quote or bracket that is not closed in its line. */
type Open = { line: number; column: number; closing: string; depth: number };

/** Reads the lines from the top, and explains the first that is wrong near the line of the error. */
function scanLines(lines: readonly string[], error: number): YamlMistake | undefined {
  const levels: Level[] = [];
  let last: Last | undefined;
  let open: Open | undefined;
  let inBlock = 0;
  for (const [at, raw] of lines.entries()) {
    const line = at + 1;
    if (open && line > error + 1 && open.line > error) return undefined;
    if (!open && line > error + 1) return undefined;
    const found = (words: string) => (line >= error - 1 ? { line, words } : undefined);
    const [blank = ''] = /^\s*/.exec(raw) ?? [];
    const isNote = raw.trim() === '' || raw.trim().startsWith('#');
    if (last?.value === 'block' && (raw.trim() === '' || blank.length > last.column)) {
      inBlock ||= blank.length;
      continue;
    }
    if (isNote) continue;
    const odd = oddBlank(blank, raw);
    if (odd !== undefined && line >= error - 1) return { line, words: odd };
    const column = blank.length;
    if (open) {
      const left = column > open.column ? closes(raw, open) : undefined;
      if (left === undefined) return notClosed(open);
      open = left.depth === 0 ? undefined : { ...open, depth: left.depth };
      continue;
    }

    const read = readLine(raw);
    if (read.key === undefined && read.dashes.length === 0) {
      const goesOn = last?.value === 'text' && column > last.column;
      if (goesOn) continue;
      const belongs = last?.value === 'block' && last.line + 1 <= line && inBlock > 0;
      const words = belongs
        ? `this line belongs to the text of "${last?.name}", and has to begin with ${count(inBlock)}, as its other lines`
        : noKey(read.value, last);
      const mistake = found(words);
      if (mistake) return mistake;
      continue;
    }
    const wrong = place(levels, read, last);
    const mistake = wrong === undefined ? undefined : found(wrong);
    if (mistake) return mistake;

    const said = valueMistake(read.key, read.value);
    const problem = said === undefined ? undefined : found(said);
    if (problem) return problem;
    const keyColumn = read.column;
    open = openIn(read.value, keyColumn, line);
    inBlock = 0;
    last = {
      column: read.key === undefined ? (read.dashes.at(-1) ?? 0) : keyColumn,
      name: read.key ?? '-',
      value: isBlock(read.value) ? 'block' : read.value === '' ? 'none' : 'text',
      line,
    };
  }
  return open && notClosed(open);
}

function notClosed({ line, closing }: Open): YamlMistake {
  const words = /['"]/.test(closing)
    ? `the quote ${closing} is not closed: add ${closing} at the end of the text`
    : `the bracket is not closed: add ${closing} at the end`;
  return { line, words };
}

type Read = {
  indent: number;
  /** The columns of the dashes. */
  dashes: number[];
  /** The column of the key, or of the text after the dashes. */
  column: number;
  key: string | undefined;
  value: string;
};

function readLine(raw: string): Read {
  const indent = raw.length - raw.trimStart().length;
  let column = indent;
  let rest = raw.trimEnd().slice(indent);
  const dashes: number[] = [];
  for (let dash = /^-(?: +|$)/.exec(rest); dash; dash = /^-(?: +|$)/.exec(rest)) {
    dashes.push(column);
    column += dash[0].length;
    rest = rest.slice(dash[0].length);
  }
  const [, key, typed] = /^(\w[\w -]*|'[^']*'|"[^"]*"):(?:[ \t]+(.*))?$/.exec(rest) ?? [];
  return { indent, dashes, column, key, value: withoutNote(key === undefined ? rest : typed) };
}

function withoutNote(value = ''): string {
  return /^['"]/.test(value) ? value.trim() : value.replace(/(?:^|\s)#.*$/, '').trim();
}

function isBlock(value: string): boolean {
  return /^[|>][+\d-]{0,2}$/.test(value);
}

/** Puts a line into the levels around it, and explains a line that is in none. */
function place(levels: Level[], read: Read, last: Last | undefined): string | undefined {
  const { indent, dashes, column, key } = read;
  const isList = dashes.length > 0;
  if (last && indent > last.column && last.value === 'text' && levels.length > 0) {
    return `begins with ${count(indent)}, and the line above with ${count(last.column)}: lines of one group begin alike`;
  }
  const left: Level[] = [];
  for (let top = levels.at(-1); top && top.column > indent; top = levels.at(-1)) {
    left.push(top);
    levels.pop();
  }
  let top = levels.at(-1);
  if (top?.column === indent && top.isList && !isList) {
    const below = levels.at(-2);
    if (below?.column !== indent) {
      const inside = left.at(-1);
      return `begins where the dashes of a list begin: write ${count(inside?.column ?? indent + 2)}${inside ? `, as "${inside.name}" does` : ''}`;
    }
    levels.pop();
    top = levels.at(-1);
  }
  const isNew = !top || top.column < indent;
  if (top && isNew && last?.column !== top.column) {
    return strayIndent(indent, top, left.at(-1));
  }
  if (top && !isNew && isList && !top.isList) {
    if (last?.value !== 'none' || last.column !== indent) {
      const group = levels.at(-2)?.name;
      const where = group === undefined ? 'the file' : `"${group}"`;
      return `this dash is too many: ${where} has named entries, and no list`;
    }
    levels.push({ column: indent, isList: true, name: '-' });
  } else if (isNew) {
    levels.push({ column: indent, isList, name: key ?? '-' });
  }
  const level = levels.at(-1);
  if (level && !isList) level.name = key ?? '-';
  for (const dash of dashes.slice(1)) levels.push({ column: dash, isList: true, name: '-' });
  if (isList && key !== undefined) levels.push({ column, isList: false, name: key });
  return undefined;
}

function strayIndent(indent: number, outer: Level, inner: Level | undefined): string {
  if (inner === undefined) {
    return `begins with ${count(indent)}: write ${count(outer.column)}, ${like(outer)}`;
  }
  const near = [inner, outer].toSorted(
    (one, other) => Math.abs(one.column - indent) - Math.abs(other.column - indent),
  );
  const ways = near.map((level) => `${count(level.column)}, ${like(level)}`);
  return `begins with ${count(indent)}: write ${ways.join(', or ')}`;
}

function like({ isList, name }: Level): string {
  return isList ? 'as the dashes of the list' : `as "${name}" does`;
}

function count(columns: number): string {
  return columns === 0 ? 'no space' : columns === 1 ? '1 space' : `${columns} spaces`;
}

function oddBlank(blank: string, raw: string): string | undefined {
  if (blank.includes('\t')) return 'the line begins with a tab: type spaces in its place';
  const odd = /[\u00a0\u2000-\u200b\u202f\u3000\ufeff]/;
  const atColon = new RegExp(`^\\s*(?:- )?[\\w-]+:${odd.source}`);
  if (odd.test(blank) || /^\s*\u200b/.test(raw) || atColon.test(raw)) {
    return 'the line has a blank of another kind, as web pages and Word have: type plain spaces in its place';
  }
  return undefined;
}

/** The advice for a line without a key. */
function noKey(rest: string, last: Last | undefined): string {
  const [, dashed] = /^-(\S.*)$/.exec(rest) ?? [];
  if (dashed !== undefined && !rest.startsWith('---')) {
    return `there is no space after the dash: write "- ${shortened(dashed)}"`;
  }
  if (rest.startsWith('---')) return 'delete this line: --- ends the file';
  if (rest.startsWith('```')) return 'delete the lines with ```, which are no part of the file';
  if (/^(?:\/\/|--|\/\*|;|%)/.test(rest))
    return 'a note begins with #, in place of the first letters';
  const [, key = '', sign, value = ''] =
    /^([a-z][\w-]*)(?:(:|：|\s*=\s*)|\s+|$)(.*)$/.exec(rest) ?? [];
  if (key === '') {
    return last?.value === 'block'
      ? `this line belongs to the text of "${last.name}", and has to begin with more spaces than "${last.name}"`
      : 'this line has no key with a colon: a note begins with #';
  }
  const meant = `"${key}:${value && ` ${shortened(value.trim())}`}"`;
  if (sign === ':') return `there is no space after the colon: write ${meant}`;
  if (sign === '：') return `the colon is of another kind: write ${meant}`;
  if (sign !== undefined) return `a key has a colon in place of the =: write ${meant}`;
  return `there is no colon in this line: write ${meant}, or # before a note`;
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 58)}…` : text;
}

/** The advice for a value that ends too early, or begins with a sign of YAML. */
function valueMistake(key: string | undefined, value: string): string | undefined {
  const [first = ''] = value;
  if (first === "'" || first === '"') return quoteMistake(key, value, first);
  if (isBlock(value)) return undefined;
  if (first === '{' || first === '[') return flowMistake(key, value);
  if (/^[*&!%@`,|>]/.test(value) || /^[?-](?: |$)/.test(value)) {
    return inQuotes(`a text that begins with ${first}`, key, value);
  }
  if (/:(?:\s|$)/.test(value)) return inQuotes('a text with a colon', key, value);
  return undefined;
}

function quoteMistake(key: string | undefined, value: string, quote: string): string | undefined {
  const end = endOfQuote(value);
  if (end === undefined) return undefined;
  const rest = withoutNote(value.slice(end));
  if (quote === '"') {
    const [escape] = /\\[^0abtnvfre "/\\N_LPxuU]/.exec(value.slice(0, end)) ?? [];
    if (escape !== undefined) {
      return `a backslash has a meaning in double quotes: use single quotes, ${key}: '${value.slice(1, end - 1)}'`;
    }
  }
  if (rest === '') return undefined;
  if (quote === "'" && /^\p{L}/u.test(rest)) {
    const inside = value.slice(1).replace(/'$/, '');
    return `the apostrophe ends the text: use double quotes, ${key === undefined ? '- ' : `${key}: `}"${shortened(inside)}"`;
  }
  return inQuotes('the whole text', key, value);
}

/** The position after the closing quote of a text that begins with one. */
function endOfQuote(value: string): number | undefined {
  const quoted = value.startsWith("'") ? /^'(?:[^']|'')*'(?!')/ : /^"(?:[^"\\]|\\.)*"/;
  return quoted.exec(value)?.[0].length;
}

function flowMistake(key: string | undefined, value: string): string | undefined {
  const { depth, end } = brackets(value);
  if (depth === 0 && value.slice(end).trim() !== '') {
    return inQuotes(`a text that begins with ${value[0]}`, key, value);
  }
  const [, before = '', after = ''] =
    /[{,]\s*[\w-]+:\s+([^,{}[\]'":]+)\s([\w-]+):\s/.exec(value) ?? [];
  return after === '' ? undefined : `there is no comma between "${before}" and "${after}"`;
}

/** The brackets that are open after a text, and the position after the last one that was closed. */
function brackets(text: string, begin = 0): { depth: number; end: number } {
  let depth = begin;
  for (const { 0: sign, index } of text.matchAll(/'(?:[^']|'')*'|"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (sign === '{' || sign === '[') depth += 1;
    if (sign !== '}' && sign !== ']') continue;
    depth -= 1;
    if (depth === 0) return { depth, end: index + 1 };
  }
  return { depth, end: text.length };
}

function openIn(value: string, column: number, line: number): Open | undefined {
  const [first = ''] = value;
  if (first === "'" || first === '"') {
    if (endOfQuote(value) !== undefined) return undefined;
    return { line, column, closing: first, depth: 1 };
  }
  if (first !== '{' && first !== '[') return undefined;
  const { depth } = brackets(value);
  return depth > 0 ? { line, column, closing: first === '{' ? '}' : ']', depth } : undefined;
}

/** The depth after one more line; undefined if the line cannot belong to what is open. */
function closes(raw: string, { closing, depth }: Open): { depth: number } | undefined {
  if (closing === '}' || closing === ']') {
    return /^\s*(?:- )?[\w-]+:\s/.test(raw) && closing === ']' ? undefined : brackets(raw, depth);
  }
  const at = raw.indexOf(closing);
  if (at === -1) return { depth };
  return withoutNote(raw.slice(at + 1)) === '' ? { depth: 0 } : undefined;
}

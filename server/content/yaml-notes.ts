import { isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';

/** The notes right above the keys of a file, by their paths without places in lists: `extras.price`. */
export function notesIn(text: string): Record<string, string> {
  const lines = text.split(/\r?\n/);
  const counter = new LineCounter();
  const found = new Map<string, string>();
  const walk = (node: unknown, path: string): void => {
    if (isSeq(node)) for (const item of node.items) walk(item, path);
    if (!isMap(node)) return;
    for (const { key, value } of node.items) {
      if (!isScalar(key)) continue;
      const place = path === '' ? String(key.value) : `${path}.${String(key.value)}`;
      const { line } = counter.linePos(key.range?.[0] ?? 0);
      const note = noteAbove(lines, line - 1);
      if (note !== '' && !found.has(place)) found.set(place, note);
      walk(value, place);
    }
  };
  // `valuesIn` has looked for doubled keys; the parser would compare each key with all others.
  walk(parseDocument(text, { lineCounter: counter, uniqueKeys: false }).contents, '');
  return Object.fromEntries(found);
}

/** An example of a key, which only somebody with an editor of texts can use. */
const EXAMPLE = /^#\s*(?:- )?[a-z_]+:(?:\s|$)|^#\s{2,}|remove the "# "/;

function noteAbove(lines: readonly string[], line: number): string {
  const notes: string[] = [];
  for (let at = line - 1; at >= 0; at--) {
    const note = (lines[at] ?? '').trim();
    if (!note.startsWith('#')) break;
    if (!EXAMPLE.test(note)) notes.unshift(note.replace(/^#\s?/, ''));
  }
  return notes.join(' ').replaceAll('`', '');
}

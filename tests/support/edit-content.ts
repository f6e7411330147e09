import { readFileSync, writeFileSync } from 'node:fs';
import { parseDocument } from 'yaml';

/** Writes values into a file of a conference, as an organiser does in an editor. Paths use the file's own keys;
 * undefined removes a key. */
export function editContent(
  file: string,
  edits: readonly (readonly [path: readonly (string | number)[], value: unknown])[],
): void {
  const document = parseDocument(readFileSync(file, 'utf8'));
  for (const [path, value] of edits) {
    if (value === undefined) document.deleteIn(path);
    else document.setIn(path, value);
  }
  writeFileSync(file, document.toString());
}

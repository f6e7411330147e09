import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMap, isNode, isSeq, parseDocument } from 'yaml';
import { contentFileOf } from '#contract/content.ts';
import { type FeatureTexts, placeOf } from '#contract/content/feature-texts.ts';
import { snakeCase } from '#server/content/content-file.ts';

/** Deletes the keys of a feature from the files of a conference, in each language. */
export function deleteKeys(folder: string, texts: FeatureTexts): void {
  const languages = readdirSync(folder).filter((name) => /^[a-z]{2}$/.test(name));
  for (const [key = '', ...path] of keysOf(texts)) {
    for (const below of ['', ...languages]) {
      const name = join(folder, below, contentFileOf(key));
      if (existsSync(name)) deleteKey(name, path.map(snakeCase));
    }
  }
}

function keysOf({ sentences, shapes, labels = {} }: FeatureTexts): string[][] {
  const ofGroups = [sentences ?? {}, shapes ?? {}].flatMap((groups) =>
    Object.entries(groups).flatMap(([group, keys]) =>
      Object.keys(keys).map((key) => [...placeOf(group), key]),
    ),
  );
  const ofLabels = Object.entries(labels).flatMap(([section, words]) =>
    Object.keys(words).map((label) => ['labels', section, label]),
  );
  return [...ofGroups, ...ofLabels];
}

/** Deletes the lines of a key, or those of its group, if it is the last one. All other lines stay as they are. */
function deleteKey(name: string, path: readonly string[]): void {
  const text = readFileSync(name, 'utf8');
  const at = path.indexOf('*');
  if (at >= 0) {
    const list = parseDocument(text).getIn(path.slice(0, at));
    const entries = isSeq(list) ? [...list.items.keys()] : [];
    for (const entry of entries) deleteKey(name, path.with(at, String(entry)));
    return;
  }
  const groupPath = path.slice(0, -1);
  const group = parseDocument(text).getIn(groupPath);
  const pair = isMap(group)
    ? group.items.find(({ key }) => String(key) === path.at(-1))
    : undefined;
  if (!isMap(group) || !isNode(pair?.key) || !isNode(pair.value)) return;
  if (groupPath.length > 0 && group.items.length === 1) return deleteKey(name, groupPath);
  const [start = 0] = pair.key.range ?? [];
  const [, , end] = pair.value.range ?? [];
  const before = text.slice(0, text.lastIndexOf('\n', start) + 1);
  // A link may lead to a file of the project itself, which stays as it is.
  rmSync(name);
  writeFileSync(name, before + (group.items.length > 1 ? '' : '{}\n') + text.slice(end));
}

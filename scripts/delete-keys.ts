import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMap, parseDocument } from 'yaml';
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
  const ofGroups = [sentences?.en ?? {}, shapes ?? {}].flatMap((groups) =>
    Object.entries(groups).flatMap(([group, keys]) =>
      Object.keys(keys).map((key) => [...placeOf(group), key]),
    ),
  );
  const ofLabels = Object.entries(labels).flatMap(([section, words]) =>
    Object.keys(words).map((label) => ['labels', section, label]),
  );
  return [...ofGroups, ...ofLabels];
}

/** Deletes a key, and the group that is empty afterwards. */
function deleteKey(name: string, path: readonly string[]): void {
  const document = parseDocument(readFileSync(name, 'utf8'));
  if (!document.hasIn(path)) return;
  document.deleteIn(path);
  const group = path.slice(0, -1);
  const left = document.getIn(group);
  if (group.length > 0 && isMap(left) && left.items.length === 0) document.deleteIn(group);
  // A link may lead to a file of the project itself, which stays as it is.
  rmSync(name);
  writeFileSync(name, String(document));
}

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const NOTE = 'packages.json';

/** Notes beside a bundle the folders of the packages in it, whose licences a release brings along. */
export function notePackages(folder: string, modules: Iterable<string>): void {
  const found = new Set<string>();
  for (const id of modules) {
    const [, path] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id.replace(/^\0/, '')) ?? [];
    if (path !== undefined) found.add(relative('.', path));
  }
  writeFileSync(join(folder, NOTE), JSON.stringify([...found].toSorted()));
}

/** The names, licences and texts of the licences of the packages in these bundles, and of others. */
export function licencesOf(bundles: readonly string[], others: readonly string[]): string {
  const noted = bundles.flatMap((folder): string[] =>
    JSON.parse(readFileSync(join(folder, NOTE), 'utf8')),
  );
  const packages = [...new Set([...noted, ...others])].map((folder) => {
    const { name, version, license, author } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    const by = typeof author === 'object' ? author?.name : author;
    const files = readdirSync(folder).filter((file) =>
      /^(?:licen[cs]e|copying|notice)/i.test(file),
    );
    const words = files.toSorted().map((file) => readFileSync(join(folder, file), 'utf8').trim());
    const title = `${name} ${version} (${license ?? 'see below'}${by ? `, by ${by}` : ''})`;
    return { title, text: [title, '='.repeat(title.length), ...words].join('\n\n') };
  });
  return `${packages
    .toSorted((one, other) => (one.title < other.title ? -1 : 1))
    .map(({ text }) => text)
    .join('\n\n\n')}\n`;
}

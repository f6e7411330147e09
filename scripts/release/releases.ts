/** A version that was released: a row of the table in docs/releasing.md. */
export type Release = { version: string; date: string; commit: string };

/** The released versions, oldest first. */
export function releasesIn(page: string): Release[] {
  const row = /^\| (\d+\.\d+\.\d+) *\| (\d{4}-\d{2}-\d{2}) *\| ([0-9a-f]{40}) *\|$/gm;
  return Array.from(page.matchAll(row), ([, version = '', date = '', commit = '']) => ({
    version,
    date,
    commit,
  }));
}

/** The chapter of a version in CHANGELOG.md, whose heading has its day; undefined if there is none. */
export function changesOf(version: string, changelog: string) {
  for (const chapter of changelog.split(/^## /m)) {
    const [, named, date, text] = /^(\S+) \((\d{4}-\d{2}-\d{2})\)\n(.*)$/s.exec(chapter) ?? [];
    if (named === version) return { date: date ?? '', text: text?.trim() ?? '' };
  }
  return undefined;
}

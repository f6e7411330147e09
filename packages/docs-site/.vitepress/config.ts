import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { defineConfig } from 'vitepress';

/**
 * The pages have the addresses of their files, so their links hold in a checkout and on the site; scripts/docs-site.ts
 * copies them. `DOCS_BASE` is the path below which the site is served, `DOCS_REPOSITORY` the address that shows files of
 * the code, and `DOCS_VERSIONS` the other versions: `1.0.0=/1.0/ next=/next/`.
 */
const { DOCS_BASE = '/', DOCS_REPOSITORY = '', DOCS_VERSIONS = '' } = process.env;
const PROJECT = join(import.meta.dirname, '../../..');
const PAGES = join(import.meta.dirname, '../pages');

const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as {
  version: string;
};

/** The chapters of the menu. A guide of a feature is in the first chapter with a page that links to it. */
const chapters: Record<string, string> = {
  'Your conference': 'docs/your-conference.md docs/prices.md docs/looks.md',
  'The secretary': 'docs/organising.md',
  'The treasurer': 'docs/treasurer.md docs/payments.md',
  'The programme chair': 'docs/programme-chair.md',
  'The IT person':
    'docs/operations.md docs/mail.md docs/backup.md docs/several-conferences.md docs/settings.md docs/threat-model.md docs/measurements.md SECURITY.md',
  'The developer':
    'docs/architecture.md CONTRIBUTING.md features/README.md docs/glossary.md docs/decisions/README.md docs/packages.md docs/translating.md docs/releasing.md',
};

export default defineConfig({
  title: 'Plenary',
  description: 'The website of a scientific conference, with registration, payment and abstracts',
  srcDir: 'pages',
  outDir: join(PROJECT, 'build/docs'),
  base: DOCS_BASE,
  // VitePress lets only fenced blocks scroll.
  head: [['style', {}, '.vp-doc pre { overflow-x: auto }']],
  cleanUrls: true,
  ignoreDeadLinks: 'localhostLinks',
  rewrites: { 'README.md': 'index.md' },
  markdown: { config: (md) => void md.core.ruler.push('links-to-files', linksToFiles) },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Commands', link: '/commands/' },
      { text: 'Changes', link: '/CHANGELOG' },
      { text: version, items: versions() },
    ],
    sidebar: sidebar(),
  },
});

function sidebar() {
  const listed = new Set<string>();
  const menu = Object.entries(chapters).map(([text, files]) => {
    const pages = files.split(' ');
    const guides = pages.flatMap(guidesIn).filter((guide) => !listed.has(guide));
    const items = new Set([...pages, ...guides]);
    for (const file of items) listed.add(file);
    return { text, collapsed: true, items: Array.from(items, itemOf) };
  });
  const [left] = globSync(['docs/*.md', 'features/*/guide.md'], { cwd: PAGES }).filter(
    (file) => !listed.has(file),
  );
  if (left !== undefined) throw new Error(`${left} is in no chapter of the menu`);
  return menu;
}

function itemOf(file: string) {
  return { text: titleOf(file), link: `/${file.replace(/\.md$/, '')}` };
}

function guidesIn(file: string): string[] {
  const links = textOf(file).matchAll(/\]\((?:\.\.\/)?(features\/[\w-]+\/guide\.md)/g);
  return Array.from(links, ([, guide = '']) => guide);
}

function titleOf(file: string): string {
  const [, title = file] = /^# (?:Guide: )?(.+)$/m.exec(textOf(file)) ?? [];
  return title.charAt(0).toUpperCase() + title.slice(1);
}

function textOf(file: string): string {
  return readFileSync(join(PAGES, file), 'utf8');
}

function versions() {
  return DOCS_VERSIONS.split(' ')
    .map((each) => each.split('='))
    .flatMap(([text = '', link = '']) => (link === '' ? [] : [{ text, link, target: '_self' }]));
}

type Token = {
  type: string;
  children: Token[] | null;
  attrGet(name: string): string | null;
  attrSet(name: string, value: string): void;
};

/** A link to a file without a page leads to the repository. Without its address the text of the link remains. */
function linksToFiles({ tokens, env }: { tokens: Token[]; env: { relativePath: string } }): void {
  for (const { children } of tokens) {
    for (const [at, token] of (children ?? []).entries()) {
      const href = token.type === 'link_open' ? token.attrGet('href') : null;
      const file = href === null ? undefined : fileWithoutPage(href, env.relativePath);
      if (file === undefined) continue;
      if (DOCS_REPOSITORY === '') {
        const end = children?.slice(at).find(({ type }) => type === 'link_close');
        for (const tag of [token, end]) if (tag) tag.type = 'text';
      } else token.attrSet('href', `${DOCS_REPOSITORY}/${file}`);
    }
  }
}

function fileWithoutPage(href: string, page: string): string | undefined {
  if (/^(?:\w+:|#|\/)/.test(href)) return undefined;
  const file = posix.join(posix.dirname(page), href.replace(/#.*/, ''));
  const isPage = file.endsWith('.md') && existsSync(join(PAGES, file));
  return !isPage && existsSync(join(PROJECT, file)) ? file : undefined;
}

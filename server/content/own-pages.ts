import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Content } from '#contract/content.ts';
import { menuLinks, withOwn } from '#contract/content/menu.ts';
import { type OwnPage, OwnPageFacts } from '#contract/content/shapes/own-pages-shape.ts';
import { isShown, isTaken, leadsNowhere } from '#contract/content/site-addresses.ts';
import { type ContentFile, parseContent, readContentText } from './content-file.ts';

const PAGES = 'pages';

/** A file of pages/: its front matter, which is YAML between two lines of three hyphens, and its Markdown. */
export type PageFile = {
  file: string;
  path: string;
  markdown: string;
  linesBefore: number;
  /** The lines of the front matter are counted from the first line of the file. */
  matter: ContentFile;
};

/** Reads the Markdown files of the folder. Other files there are pictures. */
export function readPageFiles(folder: string, within = ''): PageFile[] {
  const pages = join(folder, PAGES);
  if (!existsSync(pages)) return [];
  const names = readdirSync(pages).filter((name) => name.endsWith('.md'));
  return names.toSorted().map((name) => {
    const file = `${within}${PAGES}/${name}`;
    const source = readContentText(join(pages, name));
    const page = { file, path: `/${name.slice(0, -3)}`, markdown: '', linesBefore: 0 };
    if (source.text === undefined) return { ...page, matter: faulty(source.words) };
    if (!FILE_NAME.test(name)) {
      return {
        ...page,
        matter: faulty(
          'the name of the file is the address of the page: use small letters, digits and hyphens, such as travel.md',
        ),
      };
    }
    const [whole, matter = ''] = FRONT_MATTER.exec(source.text) ?? [];
    if (whole === undefined) {
      return {
        ...page,
        matter: faulty(
          'a page begins with --- in a line of its own, the lines title: and description:, and --- again',
        ),
      };
    }
    const markdown = source.text.slice(whole.length);
    const linesBefore = whole.split('\n').length - 1;
    // The line of hyphens becomes a comment, so that the lines of both are the same.
    return { ...page, markdown, linesBefore, matter: parseContent(`#\n${matter}`) };
  });
}

const FILE_NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*\.md$/;
const FRONT_MATTER = /^---[ \t]*\r?\n([\s\S]*?)^---[ \t]*(?:\r?\n|$)/m;

function faulty(words: string): ContentFile {
  const find = () => ({ line: 1, path: '', state: 'missing' }) as const;
  return { value: undefined, faults: [{ line: 1, words }], find };
}

/** The page of a file, or the mistakes in its front matter. The facts of the conference are in `values`. */
export function pageIn(
  { file, path, linesBefore, matter }: PageFile,
  values: unknown,
  error: (issue: z.core.$ZodRawIssue) => string | undefined,
): { page?: OwnPage; issues: readonly z.core.$ZodIssue[] } {
  if (matter.faults.length > 0) return { issues: [] };
  const read = Values.safeParse(values, { error });
  if (!read.success) return { issues: read.error.issues };
  const { matter: facts, markdown } = read.data;
  return { page: { ...facts, path, file, markdown, linesBefore }, issues: [] };
}

const Values = z.object({ matter: OwnPageFacts, markdown: z.string() });

/** The content with its pages in Markdown and the menu. Links that lead nowhere and addresses that are taken are mistakes. */
export function joinPages(
  content: z.output<typeof Content>,
  ownPages: OwnPage[],
  /** The addresses of the translations, such as /de. */
  bases: readonly string[] = [],
): {
  content: Omit<Content, 'changedAt' | 'base' | 'optionWords' | 'translations'>;
  issues: z.core.$ZodIssue[];
  /** The pages whose address is taken. */
  doubled: { file: string; words: string }[];
} {
  const { pages, legal } = content;
  const issue = (path: (string | number)[], input: string, message: string) => ({
    code: 'custom' as const,
    path,
    input,
    message,
  });
  const statements = legal.pages.map(({ path }) => path);
  const taken = legal.pages.flatMap(({ path }, at) =>
    isTaken(path, content.addresses) || statements.indexOf(path) < at
      ? [issue(['legal', 'pages', at, 'path'], path, takenWords(path))]
      : [],
  );
  const others = [...content.addresses, ...statements];
  const doubled = ownPages.flatMap(({ file, path }) =>
    isTaken(path, [...others, ...bases]) ? [{ file, words: takenWords(path) }] : [],
  );
  const addresses = [...others, ...ownPages.map(({ path }) => path)];
  const lost = linksIn(pages).flatMap(({ to, path }) =>
    leadsNowhere(to, addresses) ? [issue(['pages', ...path], to, `there is no page at ${to}`)] : [],
  );
  const after = (content.home.after?.links ?? []).flatMap(({ to }, at) =>
    to.startsWith('/') && leadsNowhere(to, addresses)
      ? [issue(['home', 'after', 'links', at, 'to'], to, `there is no page at ${to}`)]
      : [],
  );
  const ofItems = content.agenda.days.flatMap(({ items }, day) =>
    items.flatMap(({ link }, at) =>
      link !== undefined && leadsNowhere(link, addresses)
        ? [issue(['agenda', 'days', day, 'items', at, 'link'], link, `there is no page at ${link}`)]
        : [],
    ),
  );
  const links = pages.footer.links.filter(({ to }) => isShown(to, addresses));
  const listed = links.map(({ to }) => to);
  const site = { addresses, ownPages, legal, labels: content.labels.pages };
  return {
    content: {
      ...content,
      ownPages,
      addresses,
      menu: menuLinks(pages.menu?.links, site),
      pages: {
        ...pages,
        footer: { ...pages.footer, links: withOwn(links, 'footer', { ownPages, listed }) },
      },
    },
    issues: [...taken, ...lost, ...after, ...ofItems],
    doubled,
  };
}

/** The addresses in the footer and the menu, with their places in the file. */
function linksIn({ footer, menu }: z.output<typeof Content>['pages']) {
  return [
    ...footer.links.map(({ to }, at) => ({ to, path: ['footer', 'links', at, 'to'] })),
    ...footer.statements.map(({ path }, at) => ({
      to: path,
      path: ['footer', 'statements', at, 'path'],
    })),
    ...(menu?.links ?? []).flatMap(({ to, links = [] }, at) => [
      ...(to === undefined ? [] : [{ to, path: ['menu', 'links', at, 'to'] }]),
      ...links.map((inner, nth) => ({
        to: inner.to,
        path: ['menu', 'links', at, 'links', nth, 'to'],
      })),
    ]),
  ];
}

function takenWords(path: string): string {
  return `another page or the server has the address ${path}: choose another one`;
}

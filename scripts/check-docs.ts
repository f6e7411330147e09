import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { matchesGlob, posix } from 'node:path';
import { parse } from 'yaml';
import manifest from '../package.json' with { type: 'json' };
import { mistakesOfFeatures, writeFeatureTable } from './feature-table.ts';
import { releasesIn } from './release/releases.ts';

/**
 * Part of `npm run check`: every link, heading, file and npm script that a .md file names exists, and every heading that a
 * message names; each page of docs/ names in its front matter the code that it describes (`code:`), and each folder of
 * code is named by a page; comments are sentences; guides install the last release by its commit; each feature has a
 * README, and docs/architecture.md the table of them. With `--write` it writes that table. With `--stale [REF]` it lists
 * instead the pages whose code changed since REF while the page did not.
 */
const files = git('ls-files --cached --others --exclude-standard').filter((file) =>
  existsSync(file),
);
/** A page of a conference is no document: the check of its folder looks at its links. */
const documents = files.filter(
  (file) => file.endsWith('.md') && !/(?:content|docs\/site)\/.*pages\//.test(file),
);
const code = files.filter(
  (file) => /^(?!tests\/support\/content)\w+\/.*\.(?:tsx?|mjs|css)$/.test(file) && !isTest(file),
);

const [mode, reference] = process.argv.slice(2);
if (mode === '--stale') for (const line of stale(reference ?? base())) console.log(line);
else if (mode === '--write') {
  writeFeatureTable(files);
  execFileSync('node_modules/.bin/oxfmt', ['docs/architecture.md']);
} else {
  const mistakes = [
    ...missingNames(),
    ...mistakesOfPages(),
    ...mistakesOfComments(),
    ...placesThatAreMissing(),
    ...deadCheckouts(),
    ...mistakesOfFeatures(files),
  ];
  for (const mistake of mistakes) console.error(mistake);
  process.exitCode = mistakes.length > 0 ? 1 : 0;
}

function missingNames(): string[] {
  return documents.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, at) =>
        missing(file, line).map((name) => `${file}:${at + 1} names ${name}, which does not exist`),
      ),
  );
}

function missing(file: string, line: string): string[] {
  // `[words]({pay_link})` is a line of a letter, and an indented line is an example.
  const links = found(line.startsWith('    ') ? '' : line, /\]\(([^):#\s{}]+)(?:#[^)]*)?\)/g);
  // `server/app.ts` is the name of a file; `text/html` and `server/**/*.ts` are not.
  const named = found(line, /`((?:[\w.-]+\/)+[\w.-]+\.(?:[cm]?tsx?|mjs|ya?ml|json|md|css|svg))`/g);
  const scripts = found(line, /\bnpm run(?: --silent)? ([\w:-]+)/g);
  const headings = Array.from(
    line.matchAll(/\]\(([^):#\s{}]*)#([^)\s{}]+)\)/g),
    ([, page = '', id = '']) => ({
      page: page === '' ? file : posix.join(posix.dirname(file), page),
      id,
    }),
  );
  return [
    ...links.filter((name) => !existsSync(posix.join(posix.dirname(file), name))),
    ...headings
      .filter(({ page, id }) => page.endsWith('.md') && existsSync(page) && !idsOf(page).has(id))
      .map(({ page, id }) => `${page}#${id}`),
    ...named.filter((name) => !existsSync(name) && !/^(?:build|data|pages|public)\//.test(name)),
    ...scripts.filter((name) => !(name in manifest.scripts)).map((name) => `npm run ${name}`),
  ];
}

function found(line: string, pattern: RegExp): string[] {
  return Array.from(line.matchAll(pattern), ([, name = '']) => name);
}

/** The ids of a page's headings, as GitHub makes them. */
function idsOf(page: string): Set<string> {
  const headings = found(readFileSync(page, 'utf8'), /^#+ (.*)$/gm);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

function mistakesOfPages(): string[] {
  const pages = pagesWithCode();
  const patterns = pages.flatMap(([, named]) => named);
  const unnamed = code.filter((file) => !patterns.some((pattern) => covers(pattern, file)));
  return [
    ...documents
      .filter((file) => /^docs\/[^/]+$/.test(file) && !pages.some(([page]) => page === file))
      .map((file) => `${file} has no "code:" in its front matter`),
    ...pages.flatMap(([page, named]) =>
      named
        .filter((pattern) => !files.some((file) => covers(pattern, file)))
        .map((pattern) => `${page} describes ${pattern}, which matches no file`),
    ),
    ...Array.from(
      new Set(unnamed.map((file) => posix.dirname(file))),
      (folder) => `no page has ${folder}/ in its "code:"`,
    ),
  ];
}

/** A copy of the repository may have no tags, but it has the commit of the last release. */
function deadCheckouts(): string[] {
  const table = 'docs/releasing.md';
  const last = existsSync(table) ? releasesIn(readFileSync(table, 'utf8')).at(-1) : undefined;
  return files
    .filter((file) => /^(?:docs|deploy)\/.*\.(?:md|ya?ml)$|^README\.md$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      return found(text, /\bgit (?:checkout|clone --branch) ([^\s`]+)/g)
        .filter((name) => !/^[A-Z-]+$/.test(name) && !last?.commit.startsWith(name))
        .map((name) => `${file} checks out ${name}, which is not the last row of ${table}`);
    });
}

/** Such a comment has no subject, so readers have to read it twice: CONTRIBUTING.md, Language. */
function mistakesOfComments(): string[] {
  const begins = /^\s*(?:\/\/|\/?\*+|\{\/\*)\s+(What|Who|Whoever|Where|Whose|Of)\b/;
  return files
    .filter((file) => /\.(?:tsx?|mjs|css)$/.test(file))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, at) => {
          const word = begins.exec(line)?.[1];
          return word === undefined
            ? []
            : [`${file}:${at + 1} has a comment that begins with ${word}`];
        }),
    );
}

/** Messages name a page with a heading of it, or the bold beginning of a paragraph: `docs/mail.md, Microsoft 365`. */
function placesThatAreMissing(): string[] {
  return code.flatMap((file) =>
    Array.from(
      readFileSync(file, 'utf8').matchAll(/(docs\/[\w-]+\.md), ([A-Z][\w ]*\w)/g),
      ([, page = '', place = '']) => ({ page, place }),
    )
      .filter(({ page, place }) => !hasPlace(page, place))
      .map(({ page, place }) => `${file} names ${page}, ${place}, which does not exist`),
  );
}

function hasPlace(page: string, place: string): boolean {
  return (
    existsSync(page) &&
    new RegExp(`^(?:#+ |\\*\\*)${place}\\b`, 'm').test(readFileSync(page, 'utf8'))
  );
}

function stale(since: string): string[] {
  const changed = git('diff --name-only', since);
  return pagesWithCode().flatMap(([page, named]) => {
    if (changed.includes(page)) return [];
    const hits = changed.filter(
      (file) => !isTest(file) && named.some((pattern) => covers(pattern, file)),
    );
    const more = hits.length > 4 ? ` and ${hits.length - 4} more` : '';
    return hits.length > 0 ? [`${page}: ${hits.slice(0, 4).join(', ')}${more}`] : [];
  });
}

/** Pages with the paths of their front matter: `code: [server/http/, scripts/*.mjs]`. */
function pagesWithCode(): [page: string, named: string[]][] {
  return documents.flatMap((file) => {
    const front = /^---\n(.*?)\n---\n/s.exec(readFileSync(file, 'utf8'))?.[1];
    const named: unknown = front && parse(front)?.code;
    return Array.isArray(named) ? [[file, named.map(String)]] : [];
  });
}

function covers(pattern: string, file: string): boolean {
  return pattern.endsWith('/') ? file.startsWith(pattern) : matchesGlob(file, pattern);
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file);
}

/** The commit at which this branch left main; on main itself the previous commit. */
function base(): string {
  const [head, fork = 'HEAD~1'] = [...git('rev-parse HEAD'), ...git('merge-base main HEAD')];
  return fork === head ? 'HEAD~1' : fork;
}

function git(command: string, ...values: string[]): string[] {
  return execFileSync('git', [...command.split(' '), ...values], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);
}

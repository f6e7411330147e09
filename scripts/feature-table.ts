import { readFileSync, writeFileSync } from 'node:fs';

const PAGE = 'docs/architecture.md';
const [BEGIN, END] = ['<!-- features -->', '<!-- end of features -->'];
const FACTS = ['Switch', 'Tables', 'Commands', 'Pages', 'Mails'] as const;
const HEAD = ['feature', 'switch', 'tables', 'commands', 'pages', 'mails'];

type Facts = Partial<Record<(typeof FACTS)[number], string>>;

/** Mistakes in the READMEs of features, and in the table that is made from them. */
export function mistakesOfFeatures(files: readonly string[]): string[] {
  const names = featuresAmong(files);
  const without = names.filter((name) => !files.includes(`features/${name}/README.md`));
  if (names.length === 0 || without.length > 0) {
    return without.map((name) => `features/${name}/ has no README.md`);
  }
  const table = rowsIn(readFileSync(PAGE, 'utf8'));
  const isOld = JSON.stringify(table) !== JSON.stringify(rows(names));
  return [
    ...names.flatMap((name) => mistakesOf(name, files)),
    ...(isOld ? [`${PAGE} has an old table of features: node scripts/check-docs.ts --write`] : []),
  ];
}

/** Writes the table of features into the page. */
export function writeFeatureTable(files: readonly string[]): void {
  const text = readFileSync(PAGE, 'utf8');
  const lines = [HEAD, HEAD.map(() => '---'), ...rows(featuresAmong(files))];
  const table = lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  const [before, after] = [text.slice(0, text.indexOf(BEGIN)), text.slice(text.indexOf(END))];
  writeFileSync(PAGE, `${before}${BEGIN}\n\n${table}\n\n${after}`);
}

function rows(names: readonly string[]): string[][] {
  return names.map((name) => {
    const facts = factsOf(name);
    return [`[${name}](../features/${name}/README.md)`, ...FACTS.map((fact) => short(facts[fact]))];
  });
}

/** The first part of a fact, in the table: the rest is a remark for readers of the README. */
function short(fact = ''): string {
  const [first = ''] = fact.split(';');
  return /^none\b/.test(first) ? '–' : first;
}

function rowsIn(text: string): string[][] {
  return text
    .slice(text.indexOf(BEGIN), text.indexOf(END))
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

function mistakesOf(name: string, files: readonly string[]): string[] {
  const readme = `features/${name}/README.md`;
  const facts = factsOf(name);
  const own = files.filter((file) => file.startsWith(`features/${name}/`) && file.endsWith('.ts'));
  const commands = own
    .filter((file) => /(?:commands|-command)\.ts$/.test(file))
    .flatMap((file) => found(readFileSync(file, 'utf8'), /^ +name: '([a-z]+)(?: [a-z]+)?',$/gm));
  const keysIn = (list: string) =>
    own
      .filter((file) => file.endsWith(list))
      .flatMap((file) => found(readFileSync(file, 'utf8'), /^ {2}'?([a-z_-]+)'?: \{/gm));
  const code = files.filter((file) => /^server\/(?:database|mail)\/.*\.ts$/.test(file));
  const words = [...own, ...code].map((file) => readFileSync(file, 'utf8'));
  const isKnown = (word: string) => words.some((text) => text.includes(word));
  const named = [...namesIn(facts.Tables), ...namesIn(facts.Mails)];
  return [
    ...FACTS.filter((fact) => facts[fact] === undefined).map(
      (fact) => `${readme} has no line “- **${fact}:** …”`,
    ),
    ...Array.from(new Set(commands))
      .filter((command) => !namesIn(facts.Commands).includes(command))
      .map((command) => `${readme} does not name the command ${command}`),
    ...keysIn('/tables.ts')
      .filter((table) => !namesIn(facts.Tables).includes(table))
      .map((table) => `${readme} does not name the table ${table}`),
    ...keysIn('/mails.ts')
      .filter((kind) => !namesIn(facts.Mails).includes(kind))
      .map((kind) => `${readme} does not name the mail ${kind}`),
    ...namesIn(short(facts.Commands))
      .filter((command) => !commands.includes(command))
      .map((command) => `${readme} names the command ${command}, which the feature does not have`),
    ...named
      .filter((word) => !isKnown(word))
      .map((word) => `${readme} names ${word}, which no code of it has`),
    ...['## Decisions', '## To take it away']
      .filter((heading) => !readFileSync(readme, 'utf8').includes(`\n${heading}\n`))
      .map((heading) => `${readme} has no “${heading}”`),
  ];
}

function namesIn(fact = ''): string[] {
  return found(short(fact), /`([^`]+)`/g);
}

/** The lines `- **Switch:** …` of a README, each without its line breaks. */
function factsOf(name: string): Facts {
  const text = readFileSync(`features/${name}/README.md`, 'utf8');
  const items = found(text, /^- (\*\*\w+:\*\* [^\n]*(?:\n {2}[^\n]*)*)/gm);
  return Object.fromEntries(
    items.flatMap((item) => {
      const [, fact = '', words = ''] = /^\*\*(\w+):\*\* (.*)$/s.exec(item) ?? [];
      return [[fact, words.replaceAll(/\s+/g, ' ')]];
    }),
  );
}

function featuresAmong(files: readonly string[]): string[] {
  return Array.from(
    new Set(files.flatMap((file) => /^features\/([\w-]+)\/[\w-]+\.tsx?$/.exec(file)?.[1] ?? [])),
  ).toSorted();
}

function found(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), ([, name = '']) => name);
}

import { dayOf } from '#contract/content/calendar-days.ts';
import { csvLine } from '#contract/csv.ts';
import { makeBook } from './book.ts';
import type { AbstractAuthor } from '#server/abstract/abstract-authors.ts';
import { usableBytes } from '#server/abstract/abstract-bytes.ts';
import { pagesOfContributions } from '#server/abstract/contribution-part.ts';
import { entriesOf, organisationsIn, rorAddress } from '#server/abstract/organisations.ts';
import {
  type Cited,
  makeBibtex,
  makeCslJson,
  makeRis,
  missingKeys,
  printedAddress,
} from './citation-facts.ts';
import { makeCrossref } from './crossref.ts';
import { makeDatacite } from './datacite.ts';
import type { LeftOut, PdfPages } from '#documents/pdf-pages.ts';
import { type ZipEntry, writeZip } from '#documents/zip-file.ts';
import { licenceId, makeZenodo } from './zenodo.ts';
import { ActionImpossible, firstOf } from '#server/operations/plan.ts';
import {
  type BookContribution,
  type BookContributions,
  bookContributions,
} from './book-contributions.ts';
import {
  type AuthorPages,
  authorPages,
  isPdf,
} from '#features/author-page/author-pages-command.ts';
import { type Command, command, field, type Print } from '#organiser/command.ts';
import type { CommandContext } from '#organiser/command-context.ts';
import { newFile } from '#organiser/fields.ts';
import { intoNewFile, writeNewFile } from '#organiser/new-file.ts';
import { AT_ONCE, type OfficeDocument, openOffice } from '#organiser/office.ts';
import { progressBar } from '#organiser/progress.ts';

const SELECTION = {
  session: field('session', '--session ID', 'Session', {
    hint: 'its name or its id in sessions.yaml',
    otherwise: 'all sessions',
  }),
  isForAll: field('flag', '--all', 'Also abstracts whose authors did not agree to the publication'),
};
type Selection = { session: string | undefined; isForAll: boolean };

export const book = command({
  name: 'book',
  before: 'report',
  title: 'Book of abstracts',
  summary:
    'Writes the book of abstracts: cover, contents by session, the pages that the authors sent, and an index of authors. It has the accepted abstracts that were not withdrawn and whose authors agreed to the publication.',
  exitsWith1: 'if a contribution has no pages of its author',
  subject: 'Programme',
  fields: { path: newFile('.pdf'), ...SELECTION },
  async work(context, { path, ...selection }, print) {
    const contributions = await chosen(context, selection);
    const { printed } = contributions;
    const reading = await openReading(context, printed);
    try {
      const addresses = await addressesOnSite(context);
      const named = printed.map((each) => ({
        ...each,
        address: printedAddress(context.content, each, addresses.get(each.abstract.id)),
      }));
      const pdf = await makeBook(context.content, named, {
        date: today(context),
        read: reading.read,
      });
      await writeNewFile(path, pdf);
    } finally {
      await reading.close();
    }
    await printNotes(print, contributions, reading.notes);
    const sessions = new Set(printed.map(({ session }) => session.id)).size;
    await print(
      `${path}: contributions: ${printed.length}, sessions: ${sessions}, pages of authors: ${reading.count()}.\n`,
    );
    return reading.notes.some(({ isMissing }) => isMissing) ? 1 : 0;
  },
});

export const bookBibtex = citations({
  option: '--bibtex',
  ending: '.bib',
  id: 'book-bibtex',
  title: 'Contributions for BibTeX',
  summary: 'Writes the contributions of the book for BibTeX and Biber, with their page numbers.',
  make: (context, contributions) => makeBibtex(context.content, contributions, today(context)),
});

export const bookRis = citations({
  option: '--ris',
  ending: '.ris',
  id: 'book-ris',
  title: 'Contributions for reference managers',
  summary:
    'Writes the contributions of the book as RIS, which EndNote, Zotero and other reference managers read.',
  make: (context, contributions) => makeRis(context.content, contributions, today(context)),
});

export const bookCsl = citations({
  option: '--csl',
  ending: '.json',
  id: 'book-csl',
  title: 'Contributions as CSL-JSON',
  summary:
    'Writes the contributions of the book as CSL-JSON, which Zotero, pandoc and other programs that set citations read.',
  make: (context, contributions) => makeCslJson(context.content, contributions, today(context)),
});

export const bookCrossref = citations({
  option: '--crossref',
  ending: '.xml',
  id: 'book-crossref',
  title: 'DOIs for Crossref',
  summary:
    'Writes the file with which a member of Crossref registers a DOI for the book and for each of its contributions.',
  make: ({ content, payments }, contributions) =>
    makeCrossref(content, contributions, payments.clock()),
  check: ({ content }) =>
    refuseMissing(missingKeys(content, ['doi', 'doi.registrant', 'doi.depositor', 'url'])),
});

export const bookDatacite = citations({
  option: '--datacite',
  ending: '.zip',
  id: 'book-datacite',
  title: 'DOIs for DataCite',
  summary:
    'Writes an archive with which a member of DataCite registers a DOI for the book and for each of its contributions: one record for each, and the list of their addresses.',
  make(context, contributions) {
    const records = makeDatacite(context.content, contributions, today(context));
    const list = records.map(({ name, doi, url }) => csvLine([doi, url, `${name}.xml`]));
    const files = records.map(({ name, xml }): [string, string] => [`${name}.xml`, xml]);
    return [...files, ['dois.csv', csvLine(['doi', 'url', 'file']) + list.join('')]];
  },
  check: ({ content }) => refuseMissing(missingKeys(content, ['doi', 'url'])),
});

export const bookZenodo = citations({
  option: '--zenodo',
  ending: '.zip',
  id: 'book-zenodo',
  title: 'Depositions for Zenodo',
  summary:
    'Writes an archive with the metadata for Zenodo of the book and of each of its contributions: one file for each, as the body of a request that makes a deposition.',
  make: (context, contributions) =>
    makeZenodo(context.content, contributions, today(context)).map(
      ({ name, body }): [string, string] => [`${name}.json`, `${JSON.stringify(body, null, 2)}\n`],
    ),
  check({ content }) {
    refuseMissing(missingKeys(content, ['licence.url']));
    const { licence } = content.conference.abstracts.book;
    if (licenceId(licence?.url) !== undefined) return;
    throw new ActionImpossible(
      `Zenodo knows no licence at ${licence?.url}: abstracts.book.licence.url has to be one of Creative Commons, such as https://creativecommons.org/licenses/by/4.0/.`,
    );
  },
});

function refuseMissing(missing: readonly string[]): void {
  if (missing.length === 0) return;
  throw new ActionImpossible(
    `content/conference.yaml has no ${missing.map((key) => `abstracts.book.${key}`).join(' and no ')}: features/book/guide.md explains the keys.`,
  );
}

type Citations = {
  option: string;
  ending: string;
  id: string;
  title: string;
  summary: string;
  /** One text, or the files of an archive by their names. */
  make: (
    context: CommandContext,
    contributions: readonly Cited[],
  ) => string | readonly (readonly [name: string, text: string])[];
  check?: (context: CommandContext) => void;
};

/** A command that writes a list of the contributions. It reads their pages, because the list has the page numbers. */
function citations({ option, ending, id, title, summary, make, check }: Citations) {
  return command({
    name: 'book',
    when: option,
    id,
    title,
    summary,
    subject: 'Programme',
    fields: {
      path: field('file', `${option} FILE${ending}`, 'File', { endings: [ending] }),
      ...SELECTION,
    },
    async work(context, { path, ...selection }, print) {
      check?.(context);
      const contributions = await chosen(context, selection);
      const paged = await pagesOf(context, contributions.printed);
      const made = make(context, paged);
      if (typeof made === 'string') await writeNewFile(path, made);
      else await intoNewFile(path, (draft) => writeZip(draft, zipEntries(made)));
      await printNotes(print, contributions, []);
      await print(`${path}: contributions: ${paged.length}.\n`);
    },
  });
}

async function* zipEntries(
  files: readonly (readonly [name: string, text: string])[],
): AsyncGenerator<ZipEntry, void> {
  for (const [name, text] of files) yield { name, isPacked: false, chunks: [Buffer.from(text)] };
}

async function chosen(
  { payments: { db }, content }: CommandContext,
  selection: Selection,
): Promise<BookContributions> {
  const contributions = await bookContributions(db, content, selection);
  if (contributions.printed.length > 0) return contributions;
  const { length } = contributions.unagreed;
  throw new ActionImpossible(
    length === 0
      ? 'No abstract is accepted, so there is no book.'
      : `No author of the ${length} accepted abstracts agreed to the publication. If they agreed in another way, --all takes their abstracts in.`,
  );
}

function today({ payments, content }: CommandContext): string {
  return dayOf(payments.clock(), content.conference.dates.timezone);
}

/** A file that is not as its author made it, or not at all, in the book. */
type Note = { contribution: BookContribution; words: string; isMissing: boolean };

/** Reads the authors' pages, one file after the other, with a progress bar. */
async function openReading(context: CommandContext, printed: readonly BookContribution[]) {
  const store = await context.store();
  const office = openOffice(process.env);
  const bar = progressBar('Contributions', printed.length);
  const unprepared = new Set(printed.filter(({ abstract }) => !isPdf(abstract)));
  async function* documentsFrom(first: BookContribution): AsyncGenerator<OfficeDocument> {
    for (const each of [first, ...unprepared.difference(new Set([first]))].slice(0, AT_ONCE)) {
      unprepared.delete(each);
      const bytes = await usableBytes(store, each.abstract);
      if (typeof bytes !== 'string') yield { bytes, fileName: each.abstract.fileName };
    }
  }
  const notes: Note[] = [];
  let pages = 0;
  const read = async (contribution: BookContribution): Promise<PdfPages | undefined> => {
    if (unprepared.has(contribution)) await office.prepare(documentsFrom(contribution));
    const found = await authorPages(contribution.abstract, { store, office });
    bar.step();
    const words = noteWords(found);
    const isMissing = 'problem' in found;
    if (words !== undefined) notes.push({ contribution, words, isMissing });
    if (isMissing) return undefined;
    pages += found.pages.length;
    return found;
  };
  const close = async () => {
    bar.end();
    await office.close();
  };
  return { read, close, notes, count: () => pages };
}

function noteWords(found: AuthorPages): string | undefined {
  if ('problem' in found) return found.problem;
  const { leftOut } = found;
  return leftOut.length === 0 ? undefined : leftOut.map((each) => leftOutWords[each]).join('; ');
}

const leftOutWords: Record<LeftOut, string> = {
  notes: 'notes and stamps on its pages are not in the book',
  fields: 'fields of its form are not in the book',
};

/** The contributions with the page numbers that they have in the book. */
async function pagesOf(
  context: CommandContext,
  printed: readonly BookContribution[],
): Promise<Cited[]> {
  const find = await organisationsIn(context.payments.db);
  const addresses = await addressesOnSite(context);
  const reading = await openReading(context, printed);
  const paged: Cited[] = [];
  try {
    let last = 0;
    for (const contribution of printed) {
      const first = last + 1;
      last += (await reading.read(contribution))?.pages.length ?? 1;
      const { reference, title, keywords, abstract } = contribution;
      const authors = contribution.authors.map((author: AbstractAuthor) => ({
        ...author,
        affiliations: entriesOf(author.affiliation).map((name) => {
          const organisation = find(name, abstract.id);
          return { name, ror: organisation && rorAddress(organisation) };
        }),
      }));
      const url = addresses.get(abstract.id);
      paged.push({ reference, title, authors, keywords, pages: { first, last }, url });
    }
  } finally {
    await reading.close();
  }
  return paged;
}

/** The addresses of contributions on the site, by the ids of their abstracts; none if the settings name one for each. */
async function addressesOnSite({ payments: { db }, content, origin }: CommandContext) {
  const { url = '' } = content.conference.abstracts.book;
  if (url.includes('{reference}')) return new Map<string, string>();
  const pages = await pagesOfContributions(db, content);
  return new Map(Array.from(pages, ([id, path]) => [id, `${origin}${path}`]));
}

async function printNotes(
  print: Print,
  { printed, unagreed }: BookContributions,
  notes: readonly Note[],
): Promise<void> {
  const missing = notes.filter(({ isMissing }) => isMissing);
  const lineOf = ({ contribution: { abstract }, words }: Note) =>
    `  ${abstract.reference} ${abstract.fileName}: ${words}\n`;
  if (missing.length > 0) {
    await print(
      `The book has only title and authors of these contributions:\n${missing.map(lineOf).join('')}` +
        `Ask their authors for a PDF, and make the book again: organiser write LETTER.md --to "${missing.map(({ contribution }) => contribution.reference).join(' ')}"\n`,
    );
  }
  const changed = notes.filter((note) => !missing.includes(note));
  if (changed.length > 0) await print(`Look at these pages:\n${changed.map(lineOf).join('')}`);
  const untitled = printed.filter(({ abstract }) => abstract.title === undefined);
  if (untitled.length > 0) {
    await print(
      `Without a title, so the book says “Contribution by” and the name: ${referencesOf(untitled)}\n`,
    );
  }
  if (unagreed.length > 0) {
    await print(
      `Left out, because the authors did not agree to the publication: ${referencesOf(unagreed)}\nAsk them: organiser write LETTER.md --to "accepted, without consent"\n`,
    );
  }
}

function referencesOf(list: readonly { reference: string }[]): string {
  return firstOf(list.map(({ reference }) => reference)).join(', ');
}

export const commands: readonly Command[] = [
  book,
  bookBibtex,
  bookRis,
  bookCsl,
  bookCrossref,
  bookDatacite,
  bookZenodo,
];

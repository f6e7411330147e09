import type { Cell } from '#contract/csv.ts';
import { sheetOfRows, writeXlsx } from '#documents/spreadsheet.ts';
import { writeZip } from '#documents/zip-file.ts';

type Rows = readonly (readonly unknown[])[];

/** Writes an XLSX file; the first row names the columns. Other sheets come before. */
export async function writeSheetFile(
  path: string,
  rows: Rows,
  before: Readonly<Record<string, Rows>> = {},
): Promise<void> {
  const sheets = Object.entries({ ...before, People: rows });
  await writeXlsx(
    path,
    sheets.map(([name, [head = [], ...others]]) =>
      sheetOfRows(
        name,
        head.map((title) => ({ title: String(title), width: 20 })),
        others.map((row) => row.map((cell) => (cell ?? undefined) as Cell)),
      ),
    ),
  );
}

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** The contents of another program's XLSX file. */
type Workbook = {
  /** The content of `sheetData`. */
  rows: string;
  /** The formats of the styles 0, 1, 2 …: the number of a built-in format, or the text of a custom format. */
  formats?: readonly (number | string)[];
  strings?: readonly string[];
  isFrom1904?: boolean;
  /** The content of `sheetData` of a hidden sheet. */
  hidden?: string;
  /** The cells with a comment. */
  commented?: readonly string[];
};

/** Writes an XLSX file as another program would, with its own file names and XML prefixes. */
export async function writeForeignSheet(path: string, workbook: Workbook): Promise<void> {
  const { rows, formats = [0], strings = [], isFrom1904 = false, hidden = '' } = workbook;
  const comments = (workbook.commented ?? []).map((cell) => `<comment ref="${cell}"/>`);
  const own = formats.map((format, at) =>
    typeof format === 'string' ? `<x:numFmt numFmtId="${200 + at}" formatCode="${format}"/>` : '',
  );
  const styles = formats.map(
    (format, at) => `<x:xf numFmtId="${typeof format === 'string' ? 200 + at : format}"/>`,
  );
  const shared = strings.map((text) => `<x:si>${text}</x:si>`);
  const parts = {
    '_rels/.rels': relations(['r', 'officeDocument', '/office/book.xml']),
    'office/book.xml': `<x:workbook xmlns:x="${MAIN}" xmlns:q="${OFFICE}"><x:workbookPr date1904="${isFrom1904}"/><x:sheets><x:sheet name="Lists" state="hidden" q:id="a"/><x:sheet name="People" q:id="b"/></x:sheets></x:workbook>`,
    'office/_rels/book.xml.rels': relations(
      ['a', 'worksheet', 'lists.xml'],
      ['b', 'worksheet', 'people.xml'],
      ['c', 'styles', 'looks.xml'],
      ['d', 'sharedStrings', 'words.xml'],
    ),
    'office/lists.xml': `<x:worksheet xmlns:x="${MAIN}"><x:sheetData>${prefixed(hidden)}</x:sheetData></x:worksheet>`,
    'office/people.xml': `<x:worksheet xmlns:x="${MAIN}"><x:sheetData>${prefixed(rows)}</x:sheetData></x:worksheet>`,
    'office/_rels/people.xml.rels': relations(['a', 'comments', 'said.xml']),
    'office/said.xml': `<x:comments xmlns:x="${MAIN}">${prefixed(comments.join(''))}</x:comments>`,
    'office/looks.xml': `<x:styleSheet xmlns:x="${MAIN}"><x:numFmts>${own.join('')}</x:numFmts><x:cellStyleXfs><x:xf numFmtId="9"/></x:cellStyleXfs><x:cellXfs>${styles.join('')}</x:cellXfs></x:styleSheet>`,
    'office/words.xml': `<x:sst xmlns:x="${MAIN}">${prefixed(shared.join(''))}</x:sst>`,
  };
  async function* entries() {
    for (const [name, xml] of Object.entries(parts)) {
      yield { name, isPacked: false, chunks: [Buffer.from(xml)] };
    }
  }
  await writeZip(path, entries());
}

function relations(...all: readonly (readonly [id: string, kind: string, target: string])[]) {
  const each = all.map(
    ([id, kind, target]) =>
      `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each.join('')}</Relationships>`;
}

function prefixed(xml: string): string {
  return xml.replaceAll(/<(\/?)(?!x:)(\w)/g, '<$1x:$2');
}

import { escapedXml } from './xml.ts';
import { writeZip, type ZipEntry } from './zip-file.ts';

/** The styles of cells. The file refers to a style by its position in this list. */
const styles = [
  'general',
  'heading',
  'text',
  'moment',
  'decimals',
  'whole',
  'lines',
  'thousandths',
] as const;

export type WorkbookCell =
  | { text: string; style?: 'heading' | 'text' | 'lines' }
  | { number: number; style: 'general' | 'moment' | 'decimals' | 'whole' | 'thousandths' }
  | undefined;

export type WorkbookSheet = {
  name: string;
  /**
   * The widths are in characters. The style is for empty cells that somebody fills in later. A spreadsheet program offers
   * the choices in each row, and accepts nothing else there.
   */
  columns: readonly {
    width: number;
    style: 'general' | 'text' | 'lines';
    choices?: readonly string[];
  }[];
  rows: AsyncIterable<readonly WorkbookCell[]>;
};

/**
 * Writes an XLSX file (ECMA-376) row by row, so that the memory does not grow with the number of rows. The texts are in
 * their cells, because the format's list of shared texts would have to be known before the first row.
 */
export function writeWorkbook(path: string, sheets: readonly WorkbookSheet[]): Promise<void> {
  return writeZip(path, parts(sheets));
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

async function* parts(sheets: readonly WorkbookSheet[]): AsyncGenerator<ZipEntry, void> {
  const each = sheets.map(({ name }, at) => ({ name, id: at + 1 }));
  yield part(
    '[Content_Types].xml',
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SPREADSHEET}.styles+xml"/>${each
      .map(
        ({ id }) =>
          `<Override PartName="/xl/worksheets/sheet${id}.xml" ContentType="${SPREADSHEET}.worksheet+xml"/>`,
      )
      .join('')}</Types>`,
  );
  yield part('_rels/.rels', relationships([['rId1', 'officeDocument', 'xl/workbook.xml']]));
  yield part(
    'xl/workbook.xml',
    `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each
      .map(({ name, id }) => `<sheet name="${escapedXml(name)}" sheetId="${id}" r:id="rId${id}"/>`)
      .join('')}</sheets></workbook>`,
  );
  yield part(
    'xl/_rels/workbook.xml.rels',
    relationships([
      ...each.map(({ id }) => [`rId${id}`, 'worksheet', `worksheets/sheet${id}.xml`] as const),
      ['rIdStyles', 'styles', 'styles.xml'],
    ]),
  );
  yield part('xl/styles.xml', STYLES);
  for (const [at, sheet] of sheets.entries()) {
    yield {
      name: `xl/worksheets/sheet${at + 1}.xml`,
      isPacked: false,
      chunks: encoded(sheetParts(sheet)),
    };
  }
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

function part(name: string, xml: string): ZipEntry {
  return { name, isPacked: false, chunks: [Buffer.from(DECLARATION + xml)] };
}

function relationships(all: readonly (readonly [id: string, kind: string, to: string])[]): string {
  const each = all.map(
    ([id, kind, to]) => `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${to}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${each.join('')}</Relationships>`;
}

/** The number formats of `styles`, in the same order. The formats 0, 3, 4 and 49 are built in. */
const FORMATS = [0, 0, 49, 164, 4, 3, 49, 165];
/** Long texts in narrow columns need several lines, and are read from the top. */
const WRAPPED = '<alignment vertical="top" wrapText="1"/>';
const STYLES = `<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/><numFmt numFmtId="165" formatCode="#,##0.000"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${FORMATS.length}">${FORMATS.map(
  (format, at) =>
    `<xf numFmtId="${format}" fontId="${styles[at] === 'heading' ? 1 : 0}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyAlignment="1">${styles[at] === 'lines' ? WRAPPED : ''}</xf>`,
).join('')}</cellXfs></styleSheet>`;

async function* sheetParts({ columns, rows }: WorkbookSheet): AsyncGenerator<string, void> {
  yield `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns
    .map(
      ({ width, style }, at) =>
        `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1" style="${styles.indexOf(style)}"/>`,
    )
    .join('')}</cols><sheetData>`;
  const names = columns.map((_, at) => columnName(at));
  let number = 0;
  for await (const row of rows) {
    number += 1;
    yield `<row r="${number}">${row.map((cell, at) => cellXml(cell, `${names[at]}${number}`)).join('')}</row>`;
  }
  yield `</sheetData><autoFilter ref="A1:${names.at(-1)}${number}"/>${validations(columns, names, number)}</worksheet>`;
}

/** The lists of choices of the columns (18.3.1.33). */
function validations(
  columns: WorkbookSheet['columns'],
  names: readonly string[],
  rows: number,
): string {
  const lists = columns.flatMap(({ choices }, at) =>
    choices && rows > 1
      ? `<dataValidation type="list" allowBlank="1" showErrorMessage="1" sqref="${names[at]}2:${names[at]}${rows}"><formula1>${escapedXml(`"${choices.join(',')}"`)}</formula1></dataValidation>`
      : [],
  );
  if (lists.length === 0) return '';
  return `<dataValidations count="${lists.length}">${lists.join('')}</dataValidations>`;
}

function cellXml(cell: WorkbookCell, place: string): string {
  if (cell === undefined) return '';
  const style = styles.indexOf(cell.style ?? 'general');
  return 'number' in cell
    ? `<c r="${place}" s="${style}"><v>${cell.number}</v></c>`
    : `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapedXml(cell.text)}</t></is></c>`;
}

/** 0 -> A, 26 -> AA */
function columnName(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26));
  return at < 26 ? letter : columnName(Math.floor(at / 26) - 1) + letter;
}

const CHUNK = 64 * 1024;

/** Joins texts to larger chunks, because rows are short. */
async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array, void> {
  let waiting = '';
  for await (const text of texts) {
    waiting += text;
    if (waiting.length < CHUNK) continue;
    yield Buffer.from(waiting);
    waiting = '';
  }
  yield Buffer.from(waiting);
}

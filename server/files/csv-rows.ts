import Papa from 'papaparse';

/** The rows of CSV with commas, semicolons or tabs; `undefined` if the text is no text. */
export function csvRows(text: string): string[][] | undefined {
  if (text.includes('\0')) return undefined;
  // Rows that were pasted from another file may have other line ends.
  const lines = text.replaceAll(/\r\n?/g, '\n');
  return Papa.parse<string[]>(lines, { delimiter: delimiterOf(lines) }).data;
}

/** The delimiter that gives most fields in the first rows. A title or an empty line above them does not matter. */
function delimiterOf(text: string): string {
  const fieldsBy = (delimiter: string) =>
    Papa.parse<string[]>(text, { delimiter, preview: 100 }).data.flat().length;
  const [best = ','] = [',', ';', '\t'].toSorted((one, other) => fieldsBy(other) - fieldsBy(one));
  return best;
}

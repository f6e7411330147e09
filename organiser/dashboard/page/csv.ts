/** A table as spreadsheets open it: fields in quotes where they need them, lines ended as RFC 4180 wants. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  // Excel takes a file without the mark for one in a code page.
  return `\uFEFF${rows.map((row) => `${row.map(field).join(',')}\r\n`).join('')}`;
}

/** What a spreadsheet would take for a formula is made text: names are typed by strangers. */
function field(text: string): string {
  const safe = /^\s*[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Has the browser save a text as a file. */
export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

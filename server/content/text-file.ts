/**
 * The text of a file in UTF-8, or in UTF-16 with its mark, as Notepad and Excel save “Unicode”. Undefined in any other
 * encoding, because its accents would be damaged.
 */
export function textIn(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  const coding =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : 'utf-8';
  try {
    // The decoder removes the mark.
    return new TextDecoder(coding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The format of a file that is no plain text, as people know it. */
export function otherFormat(bytes: Uint8Array): string | undefined {
  const begin = Buffer.from(bytes.subarray(0, 64)).toString('latin1').trimStart();
  if (begin.startsWith('PK\u0003\u0004')) return 'a document of Word, Excel, LibreOffice or Pages';
  if (begin.startsWith('\u00d0\u00cf\u0011\u00e0')) return 'an old document of Word or Excel';
  if (begin.startsWith('{\\rtf')) return 'a document of a word processor (RTF)';
  if (begin.startsWith('%PDF')) return 'a PDF file';
  if (/^<(?:!doctype|html)/i.test(begin)) return 'a web page';
  return undefined;
}

/** The encoding of a file that `textIn` does not read, with the first line that shows it. */
export function wrongEncoding(bytes: Uint8Array): { line?: number; words: string } {
  const advice = 'choose UTF-8 when you save it';
  if (bytes.subarray(0, 200).includes(0))
    return { words: `the file is saved as UTF-16: ${advice}` };
  const lines = new TextDecoder('windows-1252').decode(bytes).split('\n');
  const at = new TextDecoder()
    .decode(bytes)
    .split('\n')
    .findIndex((line) => line.includes('\uFFFD'));
  const [word = ''] = /\S*[\u0080-\uffff]\S*/.exec(lines[at] ?? '') ?? [];
  const words = `the file is not saved as UTF-8, but as Windows-1252 or Latin-1 ("${word}"): ${advice}`;
  return { line: at + 1, words };
}

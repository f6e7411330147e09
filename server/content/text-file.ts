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

/**
 * What a text file says that somebody wrote: in UTF-8, or in UTF-16 with its mark, as Notepad and Excel save “Unicode”.
 * Undefined where it is in another encoding, because its accents would come out damaged.
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
    // The decoder takes the mark away.
    return new TextDecoder(coding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

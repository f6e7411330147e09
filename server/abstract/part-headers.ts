/** No browser gives a part of a form more than two or three headers. */
const MOST_HEADERS = 20;
/** The limit for all headers of a part together, in bytes. */
const LONGEST_HEAD = 16 * 1024;

const LINE_END = '\r\n';
const HEAD_END = LINE_END + LINE_END;

/**
 * The boundary in a Content-Type (RFC 2046, 5.1.1); undefined if there is none, or if two programs could read it
 * differently.
 */
export function boundaryIn(contentType: string): string | undefined {
  // The parser ignores blanks and quotes in the name of a parameter.
  const namesIt = (parameter: string) =>
    parameter
      .replace(/["\\\s]/g, '')
      .toLowerCase()
      .startsWith('boundary');
  const [parameter, ...others] = contentType.split(';').slice(1).filter(namesIt);
  if (parameter === undefined || others.length > 0) return undefined;
  const named = /^boundary=(?:"([\w'()+,./:=? -]{1,70})"|([\w'()+./:=?-]{1,70}))$/i.exec(
    parameter.trim(),
  );
  return named?.[1] ?? named?.[2];
}

/**
 * Watches the bytes of a form, and reports when a part has too many headers: the parser would ignore the excess headers
 * and accept the form.
 */
export function watchPartHeaders(boundary: string): (chunk: Buffer) => boolean {
  const delimiter = Buffer.from(`${LINE_END}--${boundary}`, 'latin1');
  /**
   * The end of the earlier bytes, which may be the start of a delimiter. A copy, because the memory of chunks is
   * released.
   */
  let tail: Buffer = Buffer.from(LINE_END);
  /** The headers of the present part so far; undefined outside headers. */
  let head: string | undefined;
  let isOver = false;

  /** The position of the next part's headers; -1 if there is none. */
  function partIn(chunk: Buffer): number {
    const seam = Buffer.concat([tail, chunk.subarray(0, delimiter.length - 1)]);
    const across = seam.indexOf(delimiter);
    if (across >= 0) return across + delimiter.length - tail.length;
    const within = chunk.indexOf(delimiter);
    return within < 0 ? -1 : within + delimiter.length;
  }

  return (bytes) => {
    let chunk = bytes;
    while (chunk.length > 0) {
      if (head === undefined) {
        const start = partIn(chunk);
        if (start < 0) {
          const last = Buffer.concat([tail, chunk.subarray(1 - delimiter.length)]);
          tail = last.subarray(1 - delimiter.length);
          return false;
        }
        head = '';
        chunk = chunk.subarray(start);
        continue;
      }
      const known = head.length;
      if (!isOver) head += chunk.toString('latin1', 0, LONGEST_HEAD + 1);
      // Two dashes behind a boundary end the form, whatever follows.
      isOver = head.startsWith('--');
      if (isOver) return false;
      const end = head.indexOf(HEAD_END);
      const whole = end < 0 ? head : head.slice(0, end + LINE_END.length);
      // The first line is the rest of the delimiter's line, and the last line is incomplete.
      const headers = whole.split(LINE_END).length - 2;
      if (headers > MOST_HEADERS || whole.length > LONGEST_HEAD) return true;
      if (end < 0) return false;
      chunk = chunk.subarray(end + HEAD_END.length - known);
      // The line end behind the headers may also be the beginning of a delimiter.
      tail = Buffer.from(LINE_END);
      head = undefined;
    }
    return false;
  };
}

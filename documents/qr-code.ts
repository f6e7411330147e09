import { encode } from 'uqr';

/** The black squares of a QR code without its margin. Neighbours in a row are joined to a run; the unit is one square. */
export type QrCode = { size: number; runs: { x: number; y: number; width: number }[] };

/**
 * Makes a code with the best error correction that its size allows, as a protection against dirt and folds; without
 * `boostEcc` with level M, which a guideline may demand.
 */
export function qrCode(text: string, { boostEcc = true } = {}): QrCode {
  const { size, data } = encode(text, { ecc: 'M', boostEcc, border: 0 });
  const runs = data.flatMap((row, y) => {
    const starts = row.flatMap((isBlack, x) => (isBlack && !row[x - 1] ? [x] : []));
    return starts.map((x) => {
      const end = row.indexOf(false, x);
      return { x, y, width: (end === -1 ? size : end) - x };
    });
  });
  return { size, runs };
}

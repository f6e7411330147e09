import { encode } from 'uqr';

/** The squares of a QR code in rows from above, joined to runs, in units of one square and without its margin. */
export type QrCode = { size: number; runs: { x: number; y: number; width: number }[] };

/** With the best protection against dirt and folds that its size allows. */
export function qrCode(text: string): QrCode {
  const { size, data } = encode(text, { ecc: 'M', boostEcc: true, border: 0 });
  const runs = data.flatMap((row, y) => {
    const starts = row.flatMap((isBlack, x) => (isBlack && !row[x - 1] ? [x] : []));
    return starts.map((x) => {
      const end = row.indexOf(false, x);
      return { x, y, width: (end === -1 ? size : end) - x };
    });
  });
  return { size, runs };
}

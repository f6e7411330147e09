import { seeded } from './seeded.ts';
import { ink, type Canvas, unread } from './canvas.ts';

type Box = { x: number; y: number; width: number; height: number };

/** A point of the honeycomb grid. A step down is half a bond, and a step right is 0.866 of a bond. */
type Atom = readonly [x: number, y: number];
type Chain = readonly Atom[];

/** The length of a bond in points. */
const BOND = 15;
const STEP_X = BOND * Math.sqrt(0.75);
const STEP_Y = BOND / 2;

/**
 * Draws polymer chains that become denser towards the right, with marks in the accent colour on the longest chain. Each
 * text gives different chains.
 */
export function lattice(canvas: Canvas, text: string, { x, y, width, height }: Box): void {
  const { doc, accent } = canvas;
  const seed = [...text].reduce((hash, sign) => (hash * 31 + sign.charCodeAt(0)) | 0, 7);
  const [longest = [], ...others] = chainsOf(
    seed,
    Math.ceil(width / STEP_X),
    Math.ceil(height / STEP_Y),
  );
  const at = ([column, row]: Atom): [number, number] => [x + column * STEP_X, y + row * STEP_Y];
  const line = ([first = [0, 0], ...chain]: Chain) => {
    doc.moveTo(...at(first));
    for (const atom of chain) doc.lineTo(...at(atom));
  };
  unread(doc, () => {
    doc.lineCap('round').lineJoin('round');
    for (const chain of others) line(chain);
    doc.lineWidth(0.6).stroke(ink.rule);
    line(longest);
    doc.lineWidth(1.6).stroke(ink.black);
    const marked = longest.filter((_, nth) => nth % 9 === 4);
    for (const atom of marked) doc.circle(...at(atom), 3.4);
    if (marked.length > 0) doc.fill(accent);
  });
}

/**
 * Polymer chains as self-avoiding walks on a honeycomb grid, longest first. Each walk starts at a random point, grows at
 * both ends and prefers points with few free neighbours, so that the chains fill the plane. The same seed always gives the
 * same chains.
 */
function chainsOf(seed: number, columns: number, rows: number): Chain[] {
  const random = seeded(seed);
  const free = new Map<string, Atom>();
  for (let x = 0; x <= columns; x++) {
    for (let y = 0; y <= rows; y++) {
      if (isAtom(x, y) && random() < Math.min(1, (1.6 * x) / columns))
        free.set(`${x} ${y}`, [x, y]);
    }
  }

  const freeAround = ([x, y]: Atom) =>
    (y % 3 === 1 ? downwards : upwards)
      .map(([dx, dy]) => free.get(`${x + dx} ${y + dy}`))
      .filter((atom) => atom !== undefined);

  const grow = (start: Atom) => {
    const walk: Atom[] = [];
    for (let end = start; ;) {
      const next = freeAround(end)
        .map((atom) => ({ atom, room: freeAround(atom).length + random() * 2 }))
        .sort((a, b) => a.room - b.room)[0]?.atom;
      if (!next) return walk;
      free.delete(next.join(' '));
      walk.push(next);
      end = next;
    }
  };

  const order = [...free].map(([name, atom]) => ({ name, atom, rank: random() }));
  const chains = order
    .sort((a, b) => a.rank - b.rank)
    .flatMap(({ name, atom }) => {
      if (!free.delete(name)) return [];
      const left = grow(atom);
      return [[...left.reverse(), atom, ...grow(atom)]];
    });
  return chains.filter((chain) => chain.length > 3).sort((a, b) => b.length - a.length);
}

function isAtom(x: number, y: number): boolean {
  return x % 2 === 0 ? y % 6 === 1 || y % 6 === 3 : y % 6 === 4 || y % 6 === 0;
}

/** The three bonds of an atom. */
const downwards: readonly Atom[] = [
  [0, 2],
  [1, -1],
  [-1, -1],
];
const upwards: readonly Atom[] = [
  [0, -2],
  [1, 1],
  [-1, 1],
];

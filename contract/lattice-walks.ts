import { seeded } from './seeded.ts';

/** A place on the honeycomb. One step down is half a bond, one step right is its projection, 0.866 of a bond. */
export type Atom = readonly [x: number, y: number];
export type Chain = readonly Atom[];

type Lattice = {
  seed: number;
  columns: number;
  rows: number;
  /** How likely an atom is at a place, both from 0 to 1. */
  density: (x: number, y: number) => number;
};

/**
 * Polymer chains as self-avoiding walks on a honeycomb lattice, longest first. Each walk starts anywhere, grows at both
 * ends and prefers narrow places, so that the chains fill the plane. The same seed gives the same chains everywhere.
 */
export function latticeWalks({ seed, columns, rows, density }: Lattice): Chain[] {
  const random = seeded(seed);
  const free = new Map<string, Atom>();
  for (let x = 0; x <= columns; x++) {
    for (let y = 0; y <= rows; y++) {
      if (isAtom(x, y) && random() < density(x / columns, y / rows)) free.set(`${x} ${y}`, [x, y]);
    }
  }

  const freeAround = ([x, y]: Atom) =>
    bondsOf(y)
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

/** In units of the honeycomb; the drawing is stretched to equal bonds by its transform. */
export function pathOf(chain: Chain): string {
  return `M${chain.join('L')}`;
}

function isAtom(x: number, y: number): boolean {
  return x % 2 === 0 ? y % 6 === 1 || y % 6 === 3 : y % 6 === 4 || y % 6 === 0;
}

function bondsOf(y: number): readonly Atom[] {
  return y % 3 === 1 ? downwards : upwards;
}
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

import { seeded } from './seeded.ts';

type Point = readonly [x: number, y: number];
type Box = { x: number; y: number; width: number; height: number };

/** The drawing of an emblem as SVG paths, which PDF files, pages and pictures draw in their own colours. */
export type Emblem = {
  /** The line of the chain, in `lineWidth`. */
  chain: string;
  /** The filled circles on the chain. */
  marks: string;
  lineWidth: number;
  /** The thin chains around the emblem, in `thinWidth`. */
  around: string;
  thinWidth: number;
};

export type Place = {
  /** The centre and the radius of a circle that has the whole chain in it. */
  x: number;
  y: number;
  radius: number;
  /** Thin chains fill this box; `density` from 0 to 1 says how densely they do at a point of it. */
  around?: { box: Box; density: (x: number, y: number) => number };
};

/**
 * The text whose emblem a participant has: the reference of the order and, if the order is of a group, the id of the
 * participant, so that each member has an emblem of their own.
 */
export function emblemText(person: { reference: string; id: string; isInGroup: boolean }): string {
  return person.isInGroup ? `${person.reference} ${person.id}` : person.reference;
}

/** In bonds. At this radius no atom on the edge has only one bond, so that few chains end there. */
const RADIUS = 5.6;
/** A chain with so many of the 84 atoms within the radius fills the circle. */
const ENOUGH = 60;
const MOST_TRIES = 100;
/** The distance of the circles on the chain, in atoms. */
const MARKED = 9;
/** The radius of these circles, in bonds. */
const MARK = 0.27;

/**
 * Draws the emblem of a text: one polymer chain, coiled in a circle. The same text always gives the same chain, and almost
 * every other text gives another one.
 */
export function drawEmblem(text: string, { x, y, radius, around }: Place): Emblem {
  const bond = radius / (RADIUS + MARK);
  const random = seeded(seedOf(text));
  const coil = coiled(random);
  const first = Math.floor(random() * MARKED);
  const [left, top] = middleOf(coil);
  const grid = { x: x - left * bond * WIDTH, y: y - top * bond * HEIGHT, bond };
  const at = ([column, row]: Atom): Point => [
    grid.x + column * bond * WIDTH,
    grid.y + row * bond * HEIGHT,
  ];
  const line = (chain: Chain) => lineThrough(chain.map(at));
  const marked = coil.filter((_, nth) => nth % MARKED === first);
  const density = (atom: Atom) => around?.density(...at(atom)) ?? 0;
  const thin = around ? chainsAround(coil, random, gridOf(around.box, grid), density) : [];
  return {
    chain: line(coil),
    marks: marked.map((atom) => circle(at(atom), bond * MARK)).join(''),
    lineWidth: bond * 0.16,
    around: thin.map(line).join(''),
    thinWidth: bond * 0.04,
  };
}

function seedOf(text: string): number {
  return [...text].reduce((hash, sign) => (hash * 31 + sign.charCodeAt(0)) | 0, 7);
}

function lineThrough(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${short(x)} ${short(y)}`).join('L')}`;
}

function circle([x, y]: Point, radius: number): string {
  const [r, across] = [short(radius), short(2 * radius)];
  return `M${short(x - radius)} ${short(y)}a${r} ${r} 0 1 0 ${across} 0a${r} ${r} 0 1 0 ${-across} 0z`;
}

function short(value: number): number {
  return Math.round(value * 100) / 100;
}

/** A point of the honeycomb grid. The centre of a hexagon is 0, 0. */
type Atom = readonly [column: number, row: number];
type Chain = readonly Atom[];

/** The distances of columns and rows in bonds. */
const WIDTH = Math.sqrt(0.75);
const HEIGHT = 0.5;

/** The longest of some walks in the circle, or the first walk that is long enough. */
function coiled(random: () => number): Chain {
  let longest: Chain = [];
  for (let tried = 0; tried < MOST_TRIES && longest.length < ENOUGH; tried++) {
    const start = CIRCLE[Math.floor(random() * CIRCLE.length)];
    if (!start) continue;
    const chain = walkFrom(start, freeAtoms(CIRCLE), random);
    if (chain.length > longest.length) longest = chain;
  }
  return longest;
}

/** The middle between the outermost atoms. */
function middleOf(chain: Chain): Atom {
  const [columns, rows] = [chain.map(([column]) => column), chain.map(([, row]) => row)];
  const middle = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  return [middle(columns), middle(rows)];
}

function chainsAround(
  coil: Chain,
  random: () => number,
  grid: readonly Atom[],
  density: (atom: Atom) => number,
): Chain[] {
  const taken = freeAtoms(coil);
  const atoms = grid.filter((atom) => !taken.has(nameOf(atom)) && random() < density(atom));
  const free = freeAtoms(atoms);
  return atoms
    .map((atom) => ({ atom, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .flatMap(({ atom }) => (free.has(nameOf(atom)) ? [walkFrom(atom, free, random)] : []))
    .filter((chain) => chain.length > 3);
}

/**
 * A polymer chain as a self-avoiding walk. It starts at an atom, grows at both ends over free atoms and prefers atoms with
 * few free neighbours, so that it fills the plane. The atoms of the walk are no longer free.
 */
function walkFrom(start: Atom, free: Map<string, Atom>, random: () => number): Chain {
  const freeAround = ([column, row]: Atom) =>
    (isUpper(row) ? downwards : upwards)
      .map(([x, y]) => free.get(nameOf([column + x, row + y])))
      .filter((atom) => atom !== undefined);

  const grow = () => {
    const walk: Atom[] = [];
    for (let end = start; ;) {
      const next = freeAround(end)
        .map((atom) => ({ atom, room: freeAround(atom).length + random() * 2 }))
        .sort((a, b) => a.room - b.room)[0]?.atom;
      if (!next) return walk;
      free.delete(nameOf(next));
      walk.push(next);
      end = next;
    }
  };

  free.delete(nameOf(start));
  return [...grow().reverse(), start, ...grow()];
}

function freeAtoms(atoms: readonly Atom[]): Map<string, Atom> {
  return new Map(atoms.map((atom) => [nameOf(atom), atom]));
}

function nameOf([column, row]: Atom): string {
  return `${column} ${row}`;
}

/** The three bonds of an atom, for the upper and the lower atom of an upright bond. */
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

function isUpper(row: number): boolean {
  return remainder(row, 3) === 2;
}

const CIRCLE = gridOf(
  { x: -RADIUS, y: -RADIUS, width: 2 * RADIUS, height: 2 * RADIUS },
  { x: 0, y: 0, bond: 1 },
).filter(([column, row]) => Math.hypot(column * WIDTH, row * HEIGHT) <= RADIUS);

/** The place of a grid: its centre, and the length of a bond. */
type Grid = { x: number; y: number; bond: number };

/** The atoms in a box. */
function gridOf(box: Box, { x, y, bond }: Grid): Atom[] {
  const rows = numbers((box.y - y) / (bond * HEIGHT), box.height / (bond * HEIGHT));
  return numbers((box.x - x) / (bond * WIDTH), box.width / (bond * WIDTH)).flatMap((column) =>
    rows.filter((row) => isAtom(column, row)).map((row): Atom => [column, row]),
  );
}

/** The whole numbers from `first` on. */
function numbers(first: number, length: number): number[] {
  const [start, end] = [Math.floor(first), Math.ceil(first + length)];
  return Array.from({ length: end - start + 1 }, (_, nth) => start + nth);
}

function isAtom(column: number, row: number): boolean {
  const at = remainder(row, 6);
  return remainder(column, 2) === 0 ? at === 2 || at === 4 : at === 1 || at === 5;
}

function remainder(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor;
}

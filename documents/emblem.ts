import { seeded } from './seeded.ts';

type Point = readonly [x: number, y: number];
type Box = { x: number; y: number; width: number; height: number };

/** The drawing of an emblem as SVG paths, which PDF files, pages and pictures draw in their own colours. */
export type Emblem = {
  /** The line, in `lineWidth`. */
  line: string;
  /** The filled circles on the line. */
  marks: string;
  lineWidth: number;
  /** The thin lines around the emblem, in `thinWidth`. */
  around: string;
  thinWidth: number;
};

export type Place = {
  /** The centre and the radius of a circle that has the whole line in it. */
  x: number;
  y: number;
  radius: number;
  /** Thin lines fill this box; `density` from 0 to 1 says how densely they do at a point of it. */
  around?: { box: Box; density: (x: number, y: number) => number };
};

/**
 * The text whose emblem a participant has: the reference of the order and, if the order is of a group, the id of the
 * participant, so that each member has an emblem of their own.
 */
export function emblemText(person: { reference: string; id: string; isInGroup: boolean }): string {
  return person.isInGroup ? `${person.reference} ${person.id}` : person.reference;
}

/** A point of a lattice, or a step from one point to another one. */
type Node = readonly [column: number, row: number];
type Path = readonly Node[];

/** The points among which a line winds. Lengths are in steps, the distance of two neighbours. */
type Lattice = {
  /** The distances of columns and of rows. */
  width: number;
  height: number;
  /** At this radius few points on the edge have only one neighbour, so that few lines end there. */
  radius: number;
  isNode(node: Node): boolean;
  /** The steps from a point to its neighbours. */
  steps(node: Node): readonly Node[];
};

const lattices = {
  square: {
    width: 1,
    height: 1,
    radius: 5.1,
    isNode: () => true,
    steps: () => [
      [0, 1],
      [1, 0],
      [0, -1],
      [-1, 0],
    ],
  },
  /** The corners of hexagons without gaps. The centre of one of them is 0, 0. */
  honeycomb: {
    width: Math.sqrt(0.75),
    height: 0.5,
    radius: 5.6,
    isNode([column, row]) {
      const at = remainder(row, 6);
      return remainder(column, 2) === 0 ? at === 2 || at === 4 : at === 1 || at === 5;
    },
    steps: ([, row]) =>
      remainder(row, 3) === 2
        ? [
            [0, 2],
            [1, -1],
            [-1, -1],
          ]
        : [
            [0, -2],
            [1, 1],
            [-1, 1],
          ],
  },
} as const satisfies Record<string, Lattice>;
export type LatticeName = keyof typeof lattices;

/** A line with so many of the 80 points or so within the radius fills the circle. */
const ENOUGH = 60;
const MOST_TRIES = 100;
/** The distance of the circles on the line, in points. */
const MARKED = 9;
/** The radius of these circles, in steps. */
const MARK = 0.27;

/**
 * Draws the emblem of a text: one line that winds through the points of a lattice within a circle. The same text always
 * gives the same line, and almost every other text gives another one.
 */
export function drawEmblem(
  text: string,
  { x, y, radius, around }: Place,
  name: LatticeName,
): Emblem {
  const lattice: Lattice = lattices[name];
  const step = radius / (lattice.radius + MARK);
  const random = seeded(seedOf(text));
  const wound = woundIn(lattice, random);
  const first = Math.floor(random() * MARKED);
  const [left, top] = middleOf(wound);
  const { width, height } = lattice;
  const grid = { x: x - left * step * width, y: y - top * step * height, step };
  const at = ([column, row]: Node): Point => [
    grid.x + column * step * width,
    grid.y + row * step * height,
  ];
  const line = (path: Path) => lineThrough(path.map(at));
  const marked = wound.filter((_, nth) => nth % MARKED === first);
  const density = (node: Node) => around?.density(...at(node)) ?? 0;
  const thin = around
    ? pathsAround(lattice, wound, random, nodesIn(lattice, around.box, grid), density)
    : [];
  return {
    line: line(wound),
    marks: marked.map((node) => circle(at(node), step * MARK)).join(''),
    lineWidth: step * 0.16,
    around: thin.map(line).join(''),
    thinWidth: step * 0.04,
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

/** The longest of some walks in the circle, or the first walk that is long enough. */
function woundIn(lattice: Lattice, random: () => number): Path {
  const within = nodesInCircle(lattice);
  let longest: Path = [];
  for (let tried = 0; tried < MOST_TRIES && longest.length < ENOUGH; tried++) {
    const start = within[Math.floor(random() * within.length)];
    if (!start) continue;
    const path = walkFrom(lattice, start, freeNodes(within), random);
    if (path.length > longest.length) longest = path;
  }
  return longest;
}

/** The middle between the outermost points. */
function middleOf(path: Path): Node {
  const [columns, rows] = [path.map(([column]) => column), path.map(([, row]) => row)];
  const middle = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  return [middle(columns), middle(rows)];
}

function pathsAround(
  lattice: Lattice,
  wound: Path,
  random: () => number,
  grid: readonly Node[],
  density: (node: Node) => number,
): Path[] {
  const taken = freeNodes(wound);
  const nodes = grid.filter((node) => !taken.has(nameOf(node)) && random() < density(node));
  const free = freeNodes(nodes);
  return nodes
    .map((node) => ({ node, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .flatMap(({ node }) => (free.has(nameOf(node)) ? [walkFrom(lattice, node, free, random)] : []))
    .filter((path) => path.length > 3);
}

/**
 * A self-avoiding walk. It starts at a point, grows at both ends over free points and prefers points with few free
 * neighbours, so that it fills the plane. The points of the walk are no longer free.
 */
function walkFrom(
  { steps }: Lattice,
  start: Node,
  free: Map<string, Node>,
  random: () => number,
): Path {
  const freeAround = (node: Node) =>
    steps(node)
      .map(([x, y]) => free.get(nameOf([node[0] + x, node[1] + y])))
      .filter((near) => near !== undefined);

  const grow = () => {
    const walk: Node[] = [];
    for (let end = start; ;) {
      const next = freeAround(end)
        .map((node) => ({ node, room: freeAround(node).length + random() * 2 }))
        .sort((a, b) => a.room - b.room)[0]?.node;
      if (!next) return walk;
      free.delete(nameOf(next));
      walk.push(next);
      end = next;
    }
  };

  free.delete(nameOf(start));
  return [...grow().reverse(), start, ...grow()];
}

function freeNodes(nodes: readonly Node[]): Map<string, Node> {
  return new Map(nodes.map((node) => [nameOf(node), node]));
}

function nameOf([column, row]: Node): string {
  return `${column} ${row}`;
}

function nodesInCircle(lattice: Lattice): Node[] {
  const { radius, width, height } = lattice;
  const box = { x: -radius, y: -radius, width: 2 * radius, height: 2 * radius };
  return nodesIn(lattice, box, { x: 0, y: 0, step: 1 }).filter(
    ([column, row]) => Math.hypot(column * width, row * height) <= radius,
  );
}

/** The place of a grid: its centre, and the length of a step. */
type Grid = { x: number; y: number; step: number };

/** The points in a box. */
function nodesIn({ isNode, ...lattice }: Lattice, box: Box, { x, y, step }: Grid): Node[] {
  const [width, height] = [step * lattice.width, step * lattice.height];
  const rows = numbers((box.y - y) / height, box.height / height);
  return numbers((box.x - x) / width, box.width / width).flatMap((column) =>
    rows.map((row): Node => [column, row]).filter(isNode),
  );
}

/** The whole numbers from `first` on. */
function numbers(first: number, length: number): number[] {
  const [start, end] = [Math.floor(first), Math.ceil(first + length)];
  return Array.from({ length: end - start + 1 }, (_, nth) => start + nth);
}

function remainder(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor;
}

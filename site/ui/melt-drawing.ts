import { type Chain, pathOf } from './melt.ts';

export type MeltDrawing = {
  /** The chains in front. */
  heavy: readonly Chain[];
  /** The chains behind them. */
  fine: readonly Chain[];
};

/** The length of a bond in units of the drawing; `--bond` of the style sheet is the same. */
const BOND = 26;
const STEP_X = BOND * Math.sqrt(0.75);
const STEP_Y = BOND / 2;

/** Where an atom is in the drawing. */
export function pointOf([x, y]: Chain[number]) {
  return { x: x * STEP_X, y: y * STEP_Y };
}

/** Stretches the honeycomb of `melt` to equal bonds. */
export const meltScale = `scale(${STEP_X.toFixed(3)} ${STEP_Y})`;

export function meltSize(columns: number, rows: number) {
  return { width: Math.round(columns * STEP_X), height: rows * STEP_Y };
}

/** The chains as text, for drawings that are not made of elements one by one. */
export function meltMarkup({ heavy, fine }: MeltDrawing): string {
  const path = (name: string, chains: readonly Chain[]) =>
    `<path class="${name}" vector-effect="non-scaling-stroke" d="${chains.map(pathOf).join('')}"/>`;
  return (
    `<g transform="${meltScale}" fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round">` +
    `${path('melt-fine', fine)}${path('melt-heavy', heavy)}</g>`
  );
}

/** Where the atom at `at` is in the drawing, and how the bond that leads to it is turned. */
export function placeOn(chain: Chain, at: number): MeltPlace | undefined {
  const [before, here, after] = [chain[at - 1], chain[at], chain[at + 1]];
  if (!before || !here || !after) return undefined;
  const into = vector(before, here);
  const out = vector(here, after);
  return {
    ...pointOf(here),
    angle: Math.round((Math.atan2(into.y, into.x) * 180) / Math.PI),
    turn: into.x * out.y - into.y * out.x < 0 ? 'left' : 'right',
  };
}

export type MeltPlace = { x: number; y: number; angle: number; turn: 'left' | 'right' };

function vector(from: Chain[number], to: Chain[number]) {
  return { x: (to[0] - from[0]) * STEP_X, y: (to[1] - from[1]) * STEP_Y };
}

import type { ReactNode } from 'react';
import { type Chain, pathOf } from './melt.ts';

/** The length of a bond in units of the drawing; `--bond` of the style sheet is the same. */
const BOND = 26;
const STEP_X = BOND * Math.sqrt(0.75);
const STEP_Y = BOND / 2;

type MeltArtProps = {
  /** The chains in front. */
  heavy: readonly Chain[];
  /** The chains behind them. */
  fine: readonly Chain[];
  columns: number;
  rows: number;
  /** How the drawing fits its box, in the words of SVG. */
  fit: string;
  className: string;
  children?: ReactNode;
};

export function MeltArt({ heavy, fine, columns, rows, fit, className, children }: MeltArtProps) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${Math.round(columns * STEP_X)} ${rows * STEP_Y}`}
      preserveAspectRatio={fit}
      className={`pointer-events-none overflow-hidden ${className}`}
    >
      <g
        transform={`scale(${STEP_X.toFixed(3)} ${STEP_Y})`}
        fill="none"
        stroke="currentColor"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path
          className="melt-fine"
          vectorEffect="non-scaling-stroke"
          d={fine.map(pathOf).join('')}
        />
        <path
          className="melt-heavy"
          vectorEffect="non-scaling-stroke"
          d={heavy.map(pathOf).join('')}
        />
      </g>
      {children}
    </svg>
  );
}

/** Where the atom at `at` is in the drawing, and how the bond that leads to it is turned. */
export function placeOn(chain: Chain, at: number): Place | undefined {
  const [before, here, after] = [chain[at - 1], chain[at], chain[at + 1]];
  if (!before || !here || !after) return undefined;
  const into = vector(before, here);
  const out = vector(here, after);
  return {
    x: here[0] * STEP_X,
    y: here[1] * STEP_Y,
    angle: Math.round((Math.atan2(into.y, into.x) * 180) / Math.PI),
    turn: into.x * out.y - into.y * out.x < 0 ? 'left' : 'right',
  };
}

type Place = { x: number; y: number; angle: number; turn: 'left' | 'right' };

function vector(from: Chain[number], to: Chain[number]) {
  return { x: (to[0] - from[0]) * STEP_X, y: (to[1] - from[1]) * STEP_Y };
}

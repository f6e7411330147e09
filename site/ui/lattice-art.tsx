import { type Chain, pathOf } from '#contract/lattice-walks.ts';

type LatticeArtProps = {
  /** The chains in front. */
  heavy: readonly Chain[];
  /** The chains behind them. */
  fine: readonly Chain[];
  columns: number;
  rows: number;
  /** How the drawing fits its box, in the words of SVG. */
  fit: string;
  className: string;
};

/** The length of a bond in units of the drawing. */
const BOND = 26;
const STEP_X = BOND * Math.sqrt(0.75);
const STEP_Y = BOND / 2;

/** Chains that are drawn from data of the page. Fixed drawings are files: see Drawing. */
export function LatticeArt({ heavy, fine, columns, rows, fit, className }: LatticeArtProps) {
  const path = (chains: readonly Chain[]) => chains.map(pathOf).join('');
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${Math.round(columns * STEP_X)} ${rows * STEP_Y}`}
      preserveAspectRatio={fit}
      className={`drawing ${className}`}
    >
      {/* Stretches the lattice to equal bonds. */}
      <g
        transform={`scale(${STEP_X.toFixed(3)} ${STEP_Y})`}
        fill="none"
        stroke="currentColor"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path
          strokeWidth="1.1"
          strokeOpacity="0.5"
          vectorEffect="non-scaling-stroke"
          d={path(fine)}
        />
        <path vectorEffect="non-scaling-stroke" d={path(heavy)} />
      </g>
    </svg>
  );
}

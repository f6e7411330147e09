import { pathOf } from './melt.ts';
import { type MeltDrawing, meltScale, meltSize } from './melt-drawing.ts';

type MeltArtProps = MeltDrawing & {
  columns: number;
  rows: number;
  /** How the drawing fits its box, in the words of SVG. */
  fit: string;
  className: string;
};

/** Chains that come from what is on the page. What never changes is a StillArt, which costs the browser less. */
export function MeltArt({ heavy, fine, columns, rows, fit, className }: MeltArtProps) {
  const { width, height } = meltSize(columns, rows);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio={fit}
      className={`pointer-events-none overflow-hidden ${className}`}
    >
      <g
        transform={meltScale}
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
    </svg>
  );
}

import drawing from '#site/drawings/hero.svg';
import { Drawing } from '#site/ui/drawing.tsx';
import type { Monomer } from './monomers.ts';

/** Monomers move along the chains, from bond to bond. */
export function HeroArt({ monomers }: { monomers: readonly Monomer[] }) {
  return (
    <Drawing file={drawing} width={991} height={897} fit="xMaxYMid slice" className="hero-art">
      {monomers.map(([x, y, angle, turn]) => (
        <g key={`${x} ${y}`} transform={`translate(${x} ${y}) rotate(${angle})`}>
          <circle data-dot="" r="8" className={`monomer turns-${turn}`} />
        </g>
      ))}
    </Drawing>
  );
}

import drawing from '#site/drawings/hero.svg';
import { Drawing } from '#site/ui/drawing.tsx';
import type { Monomer } from './monomers.ts';

/** Monomers move along the chains, from bond to bond. */
export function HeroArt({ monomers }: { monomers: readonly Monomer[] }) {
  return (
    <Drawing
      file={drawing}
      width={991}
      height={897}
      fit="xMaxYMid slice"
      className="absolute top-0 right-0 h-24 w-full text-ink @2xl:h-72 @5xl:h-full @5xl:w-[53%]"
    >
      {monomers.map(([x, y, angle, turn]) => (
        <g key={`${x} ${y}`} transform={`translate(${x} ${y}) rotate(${angle})`}>
          <circle data-dot="" r="8" className={`monomer turns-${turn}`} />
        </g>
      ))}
    </Drawing>
  );
}

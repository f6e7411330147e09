import { melt } from '#site/ui/melt.ts';
import { MeltArt, placeOn } from '#site/ui/melt-art.tsx';

const columns = 44;
const rows = 69;
const DOTS = 20;

// Short ends among the words are left out.
const chains = melt({ seed: 8, columns, rows, density }).filter((chain) =>
  chain.every(([x]) => x > 7),
);
const [heavy, fine] = [chains.slice(0, 2), chains.slice(2)];
const monomers = placesOfDots();

/** Chains thin out towards the words. Twenty monomers move along the longest ones, from bond to bond. */
export function HeroArt() {
  return (
    <MeltArt
      {...{ heavy, fine, columns, rows }}
      fit="xMaxYMid slice"
      className="absolute top-0 right-0 h-36 w-full text-ink sm:h-72 lg:h-full lg:w-[53%]"
    >
      {monomers.map(({ x, y, angle, turn }) => (
        <g key={`${x} ${y}`} transform={`translate(${x.toFixed(1)} ${y}) rotate(${angle})`}>
          <circle
            data-dot=""
            r="8"
            className={turn === 'left' ? 'monomer turns-left' : 'monomer'}
          />
        </g>
      ))}
    </MeltArt>
  );
}

function placesOfDots() {
  const atoms = heavy.flatMap((chain) => chain.map((_, at) => ({ chain, at })));
  const apart = atoms.length / DOTS;
  return Array.from({ length: DOTS }, (_, dot) => {
    for (let nth = Math.floor((dot + 0.3) * apart); ; nth++) {
      const atom = atoms[nth % atoms.length];
      const place = atom && placeOn(atom.chain, atom.at);
      if (place) return place;
    }
  });
}

function density(x: number, y: number) {
  const distance = Math.hypot((x - 1) / 1.05, (y - 0.45) / 0.85);
  return distance < 0.62 ? 1 : Math.max(0, 1 - (distance - 0.62) / 0.42);
}

import { melt } from '#site/ui/melt.ts';
import { type MeltDrawing, type MeltPlace, placeOn } from '#site/ui/melt-drawing.ts';

export const columns = 44;
export const rows = 69;
const DOTS = 20;

/** Chains thin out towards the words. Twenty monomers sit on the longest ones. */
export function heroDrawing(): MeltDrawing & { monomers: MeltPlace[] } {
  // Short ends among the words are left out.
  const chains = melt({ seed: 8, columns, rows, density }).filter((chain) =>
    chain.every(([x]) => x > 7),
  );
  const heavy = chains.slice(0, 2);
  return { heavy, fine: chains.slice(2), monomers: placesOfDots(heavy) };
}

function placesOfDots(heavy: MeltDrawing['heavy']): MeltPlace[] {
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

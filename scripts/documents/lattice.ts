import { type Chain, latticeWalks } from '#site/ui/lattice-walks.ts';
import { ink, type Sheet, unread } from '#documents/sheet.ts';

type Lattice = {
  seed: number;
  /** The upper left corner and the size of the box around the chains. */
  x: number;
  y: number;
  width: number;
  height: number;
  bond: number;
  density: (x: number, y: number) => number;
  /** How many of the longest chains are in front, and how many monomers are on them. */
  heavy: number;
  dots?: number;
  color?: string;
};

/** The drawing of the site's pages, in ink: chains on a honeycomb, the longest in front. */
export function drawLattice({ doc }: Sheet, lattice: Lattice): void {
  const { seed, x, y, width, height, bond, density, heavy, dots = 0 } = lattice;
  const [across, down] = [bond * Math.sqrt(0.75), bond / 2];
  const columns = Math.ceil(width / across);
  const rows = Math.ceil(height / down);
  const chains = latticeWalks({ seed, columns, rows, density });
  const place = ([column, row]: Chain[number]) => [x + column * across, y + row * down] as const;
  const trace = (chain: Chain) => {
    for (const [at, atom] of chain.entries()) {
      if (at === 0) doc.moveTo(...place(atom));
      else doc.lineTo(...place(atom));
    }
  };

  unread(doc, () => {
    doc.rect(x, y, width, height).clip();
    doc
      .lineJoin('round')
      .lineCap('round')
      .strokeColor(lattice.color ?? ink.black);
    for (const chain of chains.slice(heavy)) trace(chain);
    doc.lineWidth(0.55).strokeOpacity(0.55).stroke();
    for (const chain of chains.slice(0, heavy)) trace(chain);
    doc.lineWidth(1.7).strokeOpacity(1).stroke();

    const atoms = chains.slice(0, heavy).flat();
    for (let dot = 0; dot < dots; dot++) {
      const atom = atoms[Math.floor(((dot + 0.5) * atoms.length) / dots)];
      if (atom) doc.circle(...place(atom), bond * 0.24).fill(ink.accent);
    }
  });
}

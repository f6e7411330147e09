import { LatticeArt } from '#site/ui/lattice-art.tsx';
import { latticeWalks } from '#contract/lattice-walks.ts';

const columns = 20;
const rows = 51;

/** The drawing on the stub of a receipt. The box, upright or wide, shows its upper left part. */
export function ReceiptLattice({ of: reference }: { of: string }) {
  const seed = [...reference].reduce((hash, sign) => (hash * 31 + sign.charCodeAt(0)) | 0, 7);
  const chains = latticeWalks({ seed, columns, rows, density: () => 1 });
  return (
    <LatticeArt
      {...{ columns, rows }}
      heavy={chains.slice(0, 2)}
      fine={chains.slice(2)}
      fit="xMinYMin slice"
      className="absolute top-0 left-0 h-full w-full min-h-[42rem] min-w-[30rem]"
    />
  );
}

import { LatticeArt } from '#site/ui/lattice-art.tsx';
import { latticeWalks } from '#site/ui/lattice-walks.ts';

const columns = 20;
const rows = 51;

type ReceiptLatticeProps = { of: string; className: string };

/** The drawing on the stub of a receipt. Its box, upright or lying, shows the upper left part. */
export function ReceiptLattice({ of: reference, className }: ReceiptLatticeProps) {
  const seed = [...reference].reduce((hash, sign) => (hash * 31 + sign.charCodeAt(0)) | 0, 7);
  const chains = latticeWalks({ seed, columns, rows, density: () => 1 });
  return (
    <div className={`relative shrink-0 overflow-hidden ${className}`}>
      <LatticeArt
        {...{ columns, rows }}
        heavy={chains.slice(0, 2)}
        fine={chains.slice(2)}
        fit="xMinYMin slice"
        className="absolute top-0 left-0 h-full w-full min-h-[42rem] min-w-[30rem]"
      />
    </div>
  );
}

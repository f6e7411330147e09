import { type Chain, melt } from '#site/ui/melt.ts';
import { MeltArt } from '#site/ui/melt-art.tsx';

const columns = 20;
const rows = 51;

type ReceiptLatticeProps = { of: string; className: string };

/** The drawing on the stub of a receipt. Its box, upright or lying, shows the upper left part. */
export function ReceiptLattice({ of: reference, className }: ReceiptLatticeProps) {
  const chains = melt({ seed: seedOf(reference), columns, rows, density: () => 1 });
  const heavy = [longestWithin(chains, 7, 40), longestWithin(chains, 16, 7)].filter(
    (chain) => chain !== undefined,
  );
  const fine = chains.filter((chain) => !heavy.includes(chain));
  return (
    <div className={`relative shrink-0 overflow-hidden ${className}`}>
      <MeltArt
        {...{ heavy, fine, columns, rows }}
        fit="xMinYMin slice"
        className="absolute top-0 left-0 h-full w-full min-h-[42rem] min-w-[30rem]"
      />
    </div>
  );
}

function longestWithin(chains: readonly Chain[], right: number, bottom: number) {
  const inside = (chain: Chain) => chain.filter(([x, y]) => x <= right && y <= bottom).length;
  return chains.toSorted((a, b) => inside(b) - inside(a))[0];
}

function seedOf(reference: string): number {
  return [...reference].reduce((seed, sign) => (seed * 31 + (sign.codePointAt(0) ?? 0)) | 0, 7);
}

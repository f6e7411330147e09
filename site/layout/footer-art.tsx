import { melt } from '#site/ui/melt.ts';
import { MeltArt } from '#site/ui/melt-art.tsx';

const columns = 120;
const rows = 21;
const chains = melt({ seed: 33, columns, rows, density: thinningUpwards });

/** Every page ends on a layer of chains. */
export function FooterArt() {
  return (
    <MeltArt
      {...{ columns, rows }}
      heavy={chains.slice(0, 1)}
      fine={chains.slice(1)}
      fit="xMaxYMax slice"
      className="-mb-px h-28 w-full text-ink sm:h-44 print:hidden"
    />
  );
}

function thinningUpwards(x: number, y: number) {
  return y * 1.7 + x * 0.6 - 0.5;
}

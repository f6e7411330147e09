import { melt } from '#site/ui/melt.ts';
import { meltMarkup } from '#site/ui/melt-drawing.ts';
import { StillArt } from '#site/ui/still-art.tsx';

const columns = 120;
const rows = 21;

/** Every page ends on a layer of chains. */
export function FooterArt() {
  return (
    <StillArt
      {...{ draw, columns, rows }}
      fit="xMaxYMax slice"
      className="-mb-px h-28 w-full text-ink sm:h-44 print:hidden"
    />
  );
}

function draw(): string {
  const chains = melt({ seed: 33, columns, rows, density: thinningUpwards });
  return meltMarkup({ heavy: chains.slice(0, 1), fine: chains.slice(1) });
}

function thinningUpwards(x: number, y: number) {
  return y * 1.7 + x * 0.6 - 0.5;
}

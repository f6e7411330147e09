import { meltMarkup } from '#site/ui/melt-drawing.ts';
import { StillArt } from '#site/ui/still-art.tsx';
import { columns, heroDrawing, rows } from './hero-drawing.ts';

/** Monomers move along the chains, from bond to bond. */
export function HeroArt() {
  return (
    <StillArt
      {...{ draw, columns, rows }}
      fit="xMaxYMid slice"
      className="absolute top-0 right-0 h-36 w-full text-ink sm:h-72 lg:h-full lg:w-[53%]"
    />
  );
}

function draw(): string {
  const { monomers, ...chains } = heroDrawing();
  const dots = monomers.map(({ x, y, angle, turn }) => {
    const className = turn === 'left' ? 'monomer turns-left' : 'monomer';
    return (
      `<g transform="translate(${x.toFixed(1)} ${y}) rotate(${angle})">` +
      `<circle data-dot="" r="8" class="${className}"/></g>`
    );
  });
  return meltMarkup(chains) + dots.join('');
}

import type { ReactNode } from 'react';
import { type Chain, melt } from './melt.ts';
import { meltMarkup } from './melt-drawing.ts';
import { StillArt } from './still-art.tsx';

type PageHeadingProps = {
  heading: string;
  intro?: string;
  /** Every page has a drawing of its own; the seed is which. */
  seed: number;
  children?: ReactNode;
};

const columns = 34;
const rows = 51;

/** How an inner page begins: its h1, what it is about, and what to do first. */
export function PageHeading({ heading, intro, seed, children }: PageHeadingProps) {
  return (
    <header className="relative overflow-hidden border-b border-rule">
      <div className="page relative z-10 pt-44 pb-12 sm:pt-64 lg:pt-24 lg:pb-20 print:pt-0 print:pb-6">
        <div className="lg:w-[54%]">
          <h1 className="max-w-[9em] font-serif text-title">{heading}</h1>
          {intro && <p className="mt-7 max-w-[29em] text-lead text-soft">{intro}</p>}
          {children && <div className="mt-9 flex flex-wrap gap-3">{children}</div>}
        </div>
      </div>
      <StillArt
        key={seed}
        {...{ columns, rows }}
        draw={() => drawingOf(seed)}
        fit="xMaxYMid slice"
        className="absolute top-0 right-0 h-36 w-full sm:h-56 text-ink lg:h-full lg:w-[47%] print:hidden"
      />
    </header>
  );
}

/** The longest chain on the right stands in front; short ends on the left are left out. */
function drawingOf(seed: number): string {
  const chains = melt({ seed, columns, rows, density: thinningToTheLeft }).filter(
    (chain) => leftmost(chain) > 2,
  );
  const heavy = chains.filter((chain) => leftmost(chain) > columns * 0.3).slice(0, 1);
  return meltMarkup({ heavy, fine: chains.filter((chain) => !heavy.includes(chain)) });
}

function leftmost(chain: Chain) {
  return Math.min(...chain.map(([x]) => x));
}

function thinningToTheLeft(x: number, y: number) {
  const distance = Math.hypot((x - 1.05) / 0.95, (y - 0.4) / 0.9);
  return distance < 0.6 ? 1 : Math.max(0, 1 - (distance - 0.6) / 0.45);
}

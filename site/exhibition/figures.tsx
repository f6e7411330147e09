import { useId } from 'react';
import type { Statistic } from '#contract/content/page-words.ts';
import { groupedText } from '#site/ui/number-text.ts';
import { Glyph } from '#site/ui/glyph.tsx';

type FiguresProps = {
  heading: string;
  tiles: readonly Statistic[];
  /** Whether the figures are on the dark band or on the page's background. */
  ground: 'band' | 'paper';
};

const looks = {
  band: { box: 'bg-band text-on-band', rule: 'border-band-rule', accent: 'text-band-accent' },
  paper: { box: '', rule: 'border-rule', accent: 'text-accent' },
} as const;

export function Figures({ heading, tiles, ground }: FiguresProps) {
  const headingId = useId();
  const { box, rule, accent } = looks[ground];
  const columns = tiles.length % 3 === 0 ? 'lg:grid-cols-3' : 'lg:grid-cols-4';
  return (
    <section aria-labelledby={headingId} className={`py-14 lg:py-20 ${box}`}>
      <div className="page">
        <h2 id={headingId} className="font-serif text-name">
          {heading}
        </h2>
        <ul
          aria-labelledby={headingId}
          className={`mt-8 grid gap-x-[clamp(1rem,2vw,2.5rem)] min-[26rem]:grid-cols-2 ${columns}`}
        >
          {tiles.map(({ icon, number, label, plus = true }) => (
            <li
              key={label}
              className={`flex flex-row-reverse flex-wrap items-start justify-between border-t py-7 min-[26rem]:block ${rule}`}
            >
              <Glyph name={icon} className={`mb-6 size-10 ${accent}`} />
              <div className="grow">
                <p className="font-serif text-figure whitespace-nowrap">
                  {groupedText(number)}
                  {plus && '+'}
                </p>
                <p className="mt-3 text-small">{label}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

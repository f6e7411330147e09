import type { Conference } from '#contract/content/conference-shape.ts';
import type { Home } from '#contract/content/home-shape.ts';
import { Glyph } from '#site/ui/glyph.tsx';
import { Counter } from './counter.tsx';

type StatisticsProps = { words: Home['statistics']; figures: Conference['statistics'] };

export function Statistics({ words, figures }: StatisticsProps) {
  return (
    <section aria-label={words.heading} className="@container bg-band text-on-band print:text-ink">
      <ul className="page grid grid-cols-1 @xs:grid-cols-2 @2xl:grid-cols-3 @5xl:grid-cols-5">
        {figures.map(({ icon, number, label }) => (
          <li
            key={label}
            className="border-band-rule py-9 pr-4 @max-5xl:border-b @5xl:not-first:border-l @5xl:not-first:pl-6 @xs:@max-5xl:first:col-span-2 @xs:@max-2xl:last:even:col-span-2 @xs:@max-5xl:first:[&_.counter]:text-[clamp(5rem,22cqw,9rem)]"
          >
            <Glyph name={icon} className="mb-6 size-10 text-band-accent" />
            <Counter target={number} />
            <p className="mt-3 text-small">{label}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

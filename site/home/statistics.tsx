import type { Conference } from '#contract/content/conference-shape.ts';
import type { Home } from '#contract/content/home-shape.ts';
import { Glyph } from '#site/ui/glyph.tsx';
import { Counter } from './counter.tsx';

type StatisticsProps = { words: Home['statistics']; figures: Conference['statistics'] };

export function Statistics({ words, figures }: StatisticsProps) {
  return (
    <section aria-label={words.heading} className="band">
      <ul className="page statistics">
        {figures.map(({ icon, number, label, plus = true }) => (
          <li key={label} className="figure-tile">
            <Glyph name={icon} className="mb-3 size-8 @2xl:mb-6 @2xl:size-10 text-band-accent" />
            <Counter target={number} sign={plus ? '+' : ''} />
            <p className="mt-2 text-small @2xl:mt-3">{label}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

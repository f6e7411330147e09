import type { Conference } from '#contract/content/shapes/conference-shape.ts';
import type { Home } from '#contract/content/shapes/home-shape.ts';
import { Glyph } from '#site/ui/glyph.tsx';
import { Counter } from './counter.tsx';

type StatisticsProps = { words: Home['statistics']; figures: Conference['statistics'] };

export function Statistics({ words, figures }: StatisticsProps) {
  return (
    <section aria-label={words.heading} className="band">
      <ul className="page statistics">
        {figures.map(({ icon, number, label, plus = true }) => (
          <li key={label} className="figure-tile">
            <Glyph name={icon} className="figure-glyph" />
            <Counter target={number} sign={plus ? '+' : ''} />
            <p className="figure-label">{label}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

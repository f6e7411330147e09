import conference from 'content:conference';
import type { Home } from '#contract/content/home-shape.ts';
import { Glyph } from '#site/ui/glyph.tsx';
import { Counter } from './counter.tsx';

export function Statistics({ words }: { words: Home['statistics'] }) {
  return (
    <section aria-label={words.heading} className="bg-band text-on-band">
      <ul className="page grid grid-cols-2 sm:grid-cols-3 lg:grid-cols-5">
        {conference.statistics.map(({ icon, number, label }) => (
          <li
            key={label}
            className="border-band-rule py-9 pr-4 max-lg:border-b lg:not-first:border-l lg:not-first:pl-[clamp(1rem,2vw,2.5rem)] lg:py-14"
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

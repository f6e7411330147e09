import conference from 'content:conference';
import type { Home } from '#contract/content/home-shape.ts';
import { Glyph } from '#site/ui/glyph.tsx';
import { Counter } from './counter.tsx';

export function Statistics({ words }: { words: Home['statistics'] }) {
  return (
    <section aria-label={words.heading} className="@container bg-band text-on-band">
      <ul className="page grid grid-cols-1 @xs:grid-cols-6 @2xl:grid-cols-6 @5xl:grid-cols-5">
        {conference.statistics.map(({ icon, number, label }) => (
          <li
            key={label}
            className="border-band-rule py-9 pr-4 @xs:col-span-3 @2xl:col-span-2 @2xl:[&:nth-last-child(-n+2)]:col-span-3 @max-5xl:border-b @5xl:col-span-1! @5xl:py-14 @5xl:not-first:border-l @5xl:not-first:pl-[clamp(1rem,2vw,2.5rem)]"
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

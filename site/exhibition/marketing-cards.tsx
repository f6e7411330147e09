import type { Exhibition } from '#contract/content/shapes/exhibition-shape.ts';
import { Glyph } from '#site/ui/glyph.tsx';
import { Section } from '#site/ui/section.tsx';

/** Cards with reasons to exhibit or to sponsor, three in a row. */
export function MarketingCards({ heading, cards }: Exhibition['exhibition']['reasons']) {
  return (
    <Section heading={heading}>
      <ul
        aria-label={heading}
        className="grid gap-x-[clamp(1rem,2vw,2.5rem)] gap-y-12 sm:grid-cols-2 lg:grid-cols-3"
      >
        {cards.map(({ icon, title, text }) => (
          <li key={title} className="border-t border-rule pt-6">
            <Glyph name={icon} className="mb-6 size-12 text-accent" />
            <h3 className="font-serif text-name font-medium">{title}</h3>
            <p className="mt-3 max-w-[28em] text-small text-soft">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

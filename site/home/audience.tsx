import type { Home } from '#contract/content/home-shape.ts';
import { Section } from '#site/ui/section.tsx';

export function Audience({ words }: { words: Home['audience'] }) {
  const { heading, intro, cards } = words;
  return (
    <Section heading={heading} intro={intro}>
      <div className="grid-page">
        <div className="audience">
          {cards.map(({ title, text }) => (
            <article key={title} className="border-t border-rule pt-2.5 pb-3 sm:pt-5 sm:pb-12">
              <h3 className="font-serif text-name font-medium">{title}</h3>
              <p className="mt-1 text-small text-soft sm:mt-3">{text}</p>
            </article>
          ))}
        </div>
      </div>
    </Section>
  );
}

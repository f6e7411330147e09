import type { Home } from '#contract/content/shapes/home-shape.ts';
import { Section } from '#site/ui/section.tsx';

export function Audience({ words }: { words: Home['audience'] }) {
  const { heading, intro, cards } = words;
  return (
    <Section heading={heading} intro={intro}>
      <div className="grid-page">
        <div className="audience">
          {cards.map(({ title, text }) => (
            <article key={title} className="audience-card">
              <h3 className="font-serif text-name font-medium">{title}</h3>
              <p className="audience-text">{text}</p>
            </article>
          ))}
        </div>
      </div>
    </Section>
  );
}

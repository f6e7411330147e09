import type { Home } from '#contract/content/home-shape.ts';
import { ButtonLink } from '#site/ui/button.tsx';
import { Section } from '#site/ui/section.tsx';

export function Vision({ words }: { words: Home['vision'] }) {
  return (
    <Section heading={words.heading} eyebrow={words.eyebrow} intro={words.intro}>
      <div className="grid-page gap-y-14">
        <div className="col-span-12 lg:col-span-6 lg:col-start-3">
          <ul className="dotted-list grid sm:grid-cols-2">
            {words.points.map((point) => (
              <li key={point} className="py-2.5 pl-8 font-medium">
                {point}
              </li>
            ))}
          </ul>
          <ButtonLink to="/sessions" variant="secondary" className="mt-10">
            {words.button}
          </ButtonLink>
        </div>
        <div className="col-span-12 lg:col-span-4">
          <ul className="flex flex-wrap gap-x-10 gap-y-4 pl-6">
            {words.badges.map((badge) => (
              <li key={badge} className="font-serif text-name text-accent">
                {badge}
              </li>
            ))}
          </ul>
          <figure className="mt-10 border-l-2 border-accent pl-6">
            <blockquote className="font-serif text-lead">
              <p>“{words.statement.quote}”</p>
            </blockquote>
            <figcaption className="mt-5 text-small">
              <span className="font-semibold">{words.statement.name}</span>
              <span className="block text-soft">{words.statement.role}</span>
            </figcaption>
          </figure>
        </div>
      </div>
    </Section>
  );
}

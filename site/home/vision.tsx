import type { Home } from '#contract/content/shapes/home-shape.ts';
import { ButtonLink } from '#site/ui/button.tsx';
import { Section } from '#site/ui/section.tsx';

type Words = Omit<Home['vision'], 'button'> & {
  /** Absent if the conference has no page of sessions. */
  button: string | undefined;
};

/** Without a statement and badges, the points have the whole width. */
export function Vision({ words }: { words: Words }) {
  const { badges, statement } = words;
  const isAlone = badges.length === 0 && !statement;
  return (
    <Section heading={words.heading} eyebrow={words.eyebrow} intro={words.intro}>
      <div className="grid-page vision">
        <div
          className={`col-span-12 ${isAlone ? 'lg:col-span-10' : 'lg:col-span-6'} lg:col-start-3`}
        >
          <ul className="dotted-list grid sm:grid-cols-2">
            {words.points.map((point) => (
              <li key={point} className="vision-point">
                {point}
              </li>
            ))}
          </ul>
          {words.button && (
            <ButtonLink to="/sessions" variant="secondary" className="mt-6 sm:mt-10">
              {words.button}
            </ButtonLink>
          )}
        </div>
        {!isAlone && (
          <div className="col-span-12 lg:col-span-4">
            {badges.length > 0 && (
              <ul className="flex flex-wrap gap-x-10 gap-y-4 ps-6">
                {badges.map((badge) => (
                  <li key={badge} className="font-serif text-name text-accent">
                    {badge}
                  </li>
                ))}
              </ul>
            )}
            {statement && (
              <figure className="vision-statement">
                <blockquote className="font-serif text-lead">
                  <p>{statement.quote}</p>
                </blockquote>
                <figcaption className="mt-5 text-small">
                  <span className="font-semibold">{statement.name}</span>
                  <span className="block text-soft">{statement.role}</span>
                </figcaption>
              </figure>
            )}
          </div>
        )}
      </div>
    </Section>
  );
}

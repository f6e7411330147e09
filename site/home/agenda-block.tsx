import type { AgendaDay } from '#contract/content.ts';
import type { Home } from '#contract/content/shapes/home-shape.ts';
import { ButtonLink } from '#site/ui/button.tsx';
import { Section } from '#site/ui/section.tsx';

type AgendaBlockProps = { words: Home['agenda']; days: AgendaDay[] };

export function AgendaBlock({ words, days }: AgendaBlockProps) {
  const { heading, intro, link } = words;
  return (
    <Section heading={heading} intro={intro}>
      <div className="grid-page">
        <div className="agenda-days">
          {days.map((day) => (
            <div key={day.label} className="fact">
              <h3 className="mb-4 flex items-baseline gap-4">
                <span className="text-label font-semibold text-accent">{day.label}</span>
                <span className="font-serif text-name">{day.dateText}</span>
              </h3>
              <ol>
                {day.items.map(({ start, end, title, room }) => (
                  <li key={`${start} ${room} ${title}`} className="agenda-item">
                    <span className="shrink-0 text-small text-soft">
                      <time>{start}</time>-<time>{end}</time>
                    </span>
                    <span className="font-medium">{title}</span>
                    {room && <span className="text-small text-soft">{room}</span>}
                  </li>
                ))}
              </ol>
              {day.placeholder && (
                <p className="border-t border-rule py-3 text-soft">{day.placeholder}</p>
              )}
            </div>
          ))}
        </div>
        <p className="agenda-link">
          <ButtonLink to="/agenda" variant="secondary">
            {link}
          </ButtonLink>
        </p>
      </div>
    </Section>
  );
}

import conference from 'content:conference';
import { useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { dayOf } from '#contract/content/calendar-days.ts';
import type { Home } from '#contract/content/shapes/home-shape.ts';
import { Section } from '#site/ui/section.tsx';

/** The way to all that a conference leaves, once its last day is over. */
export function After({ words }: { words: NonNullable<Home['after']> & { isOver: boolean } }) {
  const { heading, text, links, isOver } = words;
  const { end, timezone } = conference.dates;
  // The page may have been built before the end, and its first scripts have no room for this.
  const isShown = useSyncExternalStore(
    () => () => {},
    () => dayOf(new Date(), timezone) > end,
    () => isOver,
  );
  if (!isShown) return null;
  return (
    <Section
      heading={heading}
      className="pb-(--section)"
      {...(text !== undefined && { intro: text })}
    >
      <ul className="grid-page after-links">
        {links.map(({ to, label, note }) => (
          <li key={to}>
            {to.startsWith('/') ? (
              // The server may make the page, as that of a contribution.
              <Link to={to} reloadDocument>
                {label}
              </Link>
            ) : (
              <a href={to}>{label}</a>
            )}
            {note && <p className="text-small text-soft">{note}</p>}
          </li>
        ))}
      </ul>
    </Section>
  );
}

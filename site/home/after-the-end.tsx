import { Link } from 'react-router';
import type { Home } from '#contract/content/shapes/home-shape.ts';
import { Section } from '#site/ui/section.tsx';

/** The way to all that a conference leaves, once its last day is over. */
export function AfterTheEnd({ heading, text, links }: NonNullable<Home['after']>) {
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

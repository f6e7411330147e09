import { type ReactNode, useId } from 'react';

type SectionProps = {
  heading: string;
  /** A small line above the heading. */
  eyebrow?: string;
  intro?: string;
  id?: string;
  /** The background of the section; by default the paper of the page. */
  ground?: 'tint' | 'ink';
  className?: string;
  children?: ReactNode;
};

const grounds = { tint: 'ground ground-tint', ink: 'ground ground-ink' };

/** A numbered section of a page: a region with the name of its heading, and with its number in the margin. */
export function Section(props: SectionProps) {
  const { heading, eyebrow, intro, id, ground, className = '', children } = props;
  const headingId = useId();
  return (
    <section
      id={id}
      aria-labelledby={headingId}
      className={`${ground ? grounds[ground] : 'pt-(--section)'} ${className}`}
    >
      <div className="page">
        <div className="grid-page section-top">
          <p className="section-sign section-number" />
          <header className="section-head">
            {eyebrow && <p className="eyebrow">{eyebrow}</p>}
            <h2 id={headingId} className="section-heading">
              {heading}
            </h2>
            {intro && <p className="section-intro">{intro}</p>}
          </header>
        </div>
        {children}
      </div>
    </section>
  );
}

import { type ReactNode, useId } from 'react';

type SectionProps = {
  heading: string;
  /** A small line above the heading. */
  eyebrow?: string;
  intro?: string;
  id?: string;
  /** What it stands on; left out, the paper of the page. */
  ground?: 'tint' | 'ink';
  className?: string;
  children?: ReactNode;
};

const grounds = { tint: 'ground ground-tint', ink: 'ground ground-ink' };

/** A numbered section of a page: a region named by its heading, with its number in the margin. */
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
        <div className="grid-page border-t border-ink pt-5">
          <p className="section-sign col-span-12 mb-6 text-small text-accent lg:col-span-2 lg:mb-0" />
          <header className="col-span-12 mb-10 lg:col-span-10 lg:mb-16">
            {eyebrow && (
              <p className="mb-4 text-label font-semibold tracking-[0.08em]">{eyebrow}</p>
            )}
            <h2 id={headingId} className="max-w-[11em] font-serif text-heading">
              {heading}
            </h2>
            {intro && <p className="mt-5 max-w-[38em] text-lead text-soft">{intro}</p>}
          </header>
        </div>
        {children}
      </div>
    </section>
  );
}

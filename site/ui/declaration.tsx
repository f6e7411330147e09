import type { ReactNode } from 'react';
import type { Markup } from '#contract/content/markup.ts';
import { keyOfText, RichText } from './rich-text.tsx';
import { Section } from './section.tsx';

type DeclarationProps = {
  sections: readonly { heading: string; points: readonly Markup[] }[];
  /** The heading of the last section, which names the contact. */
  contactHeading: string;
  /** The date of the last review. */
  reviewed: string;
  children: ReactNode;
};

const column = 'col-span-12 max-w-[37em] lg:col-span-8 lg:col-start-3';

/** A statement of the organisers: sections of points, and the contact at the end. */
export function Declaration(props: DeclarationProps) {
  const { sections, contactHeading, reviewed, children } = props;
  return (
    <>
      {sections.map(({ heading, points }) => (
        <Section key={heading} heading={heading}>
          <div className="grid-page">
            <ul className={column}>
              {points.map((point) => (
                <li key={keyOfText(point)} className="border-t border-rule py-4">
                  <RichText text={point} />
                </li>
              ))}
            </ul>
          </div>
        </Section>
      ))}
      <Section heading={contactHeading}>
        <div className="grid-page">
          <div className={column}>
            {children}
            <p className="mt-6 text-small text-soft">{reviewed}</p>
          </div>
        </div>
      </Section>
    </>
  );
}

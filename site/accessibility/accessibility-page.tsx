import conference from 'content:conference';
import pages from 'content:pages';
import { pageMeta } from '#site/page-meta.ts';
import { PageHeading } from '#site/ui/page-heading.tsx';
import { Section } from '#site/ui/section.tsx';
import type { Route } from './+types/accessibility-page.ts';

export const loader = () => pages.accessibility;

export const meta = ({ loaderData }: Route.MetaArgs) => pageMeta(loaderData);

export default function AccessibilityPage({ loaderData: words }: Route.ComponentProps) {
  const { heading, intro, sections, contact, reviewed } = words;
  const { email } = conference.secretary;
  return (
    <>
      <PageHeading {...{ heading, intro }} seed={430} />
      {sections.map(({ heading: title, points }) => (
        <Section key={title} heading={title}>
          <div className="grid-page">
            <ul className="col-span-12 max-w-[62ch] lg:col-span-8 lg:col-start-3">
              {points.map((point) => (
                <li key={point} className="border-t border-rule py-4">
                  {point}
                </li>
              ))}
            </ul>
          </div>
        </Section>
      ))}
      <Section heading={contact.title}>
        <div className="grid-page">
          <div className="col-span-12 max-w-[62ch] lg:col-span-8 lg:col-start-3">
            <p>
              {contact.text}{' '}
              <a href={`mailto:${email}`} className="link">
                {email}
              </a>
              .
            </p>
            <p className="mt-6 text-small text-soft">{reviewed}</p>
          </div>
        </div>
      </Section>
    </>
  );
}

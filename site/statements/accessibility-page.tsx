import conference from 'content:conference';
import pages from 'content:pages';
import drawing from 'theme:drawings/accessibility';
import { pageMeta } from '#site/page-meta.ts';
import { Declaration } from '#site/ui/declaration.tsx';
import { MailLink } from '#site/ui/mail-address.tsx';
import { PageHeading } from '#site/ui/page-heading.tsx';
import type { Route } from './+types/accessibility-page.ts';

export const loader = () => pages.accessibility;

export const meta = ({ loaderData }: Route.MetaArgs) => pageMeta(loaderData);

export default function AccessibilityPage({ loaderData: words }: Route.ComponentProps) {
  const { heading, intro, sections, contact, reviewed } = words;
  const { email } = conference.secretary;
  return (
    <>
      <PageHeading {...{ heading, intro }} drawing={drawing} />
      <Declaration {...{ sections, reviewed }} contactHeading={contact.title}>
        <p>
          {contact.text} <MailLink address={email} />.
        </p>
      </Declaration>
    </>
  );
}

import addresses from 'content:addresses';
import * as labels from 'content:labels/pages';
import pages from 'content:pages';
import speakers from 'content:speakers';
import drawing from 'theme:drawings/speakers';
import { pageMeta } from '#site/page-meta.ts';
import { ButtonLink } from '#site/ui/button.tsx';
import { PageHeading } from '#site/ui/page-heading.tsx';
import { Section } from '#site/ui/section.tsx';
import type { Route } from './+types/speakers-page.ts';
import { SpeakerGrid } from './speaker-grid.tsx';

export function loader() {
  const { button, closing, ...words } = pages.speakers;
  return {
    ...words,
    // A conference without abstracts invites nobody to submit one.
    ...(addresses.includes('/abstract-submission') && { button, closing }),
    ...(speakers.length === 0 && { intro: labels.speakersToCome, isEmpty: true }),
  };
}

export const meta = ({ loaderData }: Route.MetaArgs) => pageMeta(loaderData);

export default function SpeakersPage({ loaderData: words }: Route.ComponentProps) {
  const { heading, intro, button, closing, isEmpty } = words;
  return (
    <>
      <PageHeading {...{ heading, intro }} drawing={drawing} compact>
        {button && <ButtonLink to="/abstract-submission">{button}</ButtonLink>}
      </PageHeading>
      {!isEmpty && (
        <div className="page pt-10">
          <SpeakerGrid heading="h2" />
        </div>
      )}
      {closing && (
        <Section heading={closing.heading} intro={closing.text}>
          <div className="grid-page">
            <div className="col-span-12 lg:col-span-10 lg:col-start-3">
              <ButtonLink to="/abstract-submission">{closing.button}</ButtonLink>
            </div>
          </div>
        </Section>
      )}
    </>
  );
}

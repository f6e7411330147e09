import seller from 'content:organiser';
import privacy from 'content:privacy';
import type { Statements } from '#contract/content/markup.ts';
import drawing from 'theme:drawings/privacy';
import { OrganiserAddress } from './organiser-address.tsx';
import { pageMeta } from '#site/page-meta.ts';
import { Declaration } from '#site/ui/declaration.tsx';
import { PageHeading } from '#site/ui/page-heading.tsx';
import { RichText } from '#site/ui/rich-text.tsx';
import { Section } from '#site/ui/section.tsx';
import type { Route } from './+types/privacy-page.ts';

export const loader = () => {
  const { controller, page } = privacy;
  return { organiser: seller, controller, ...page };
};

export const meta = ({ loaderData }: Route.MetaArgs) => pageMeta(loaderData);

export default function PrivacyPage({ loaderData: words }: Route.ComponentProps) {
  const { heading, intro, kept, sections, contact, organiser, controller, reviewed } = words;
  return (
    <>
      <PageHeading {...{ heading, intro }} drawing={drawing} />
      <Section heading={kept.heading}>
        <div className="grid-page">
          <div className="col-span-12 lg:col-span-8 lg:col-start-3">
            {kept.entries.map((entry) => (
              <KeptEntry key={entry.title} entry={entry} labels={kept.labels} />
            ))}
          </div>
        </div>
      </Section>
      <Declaration {...{ sections, reviewed }} contactHeading={contact.title}>
        <p>{contact.text}</p>
        <div className="mt-6">
          <OrganiserAddress organiser={organiser} email={controller.email} />
        </div>
      </Declaration>
    </>
  );
}

type Kept = Statements['privacy']['page']['kept'];
type KeptEntryProps = { entry: Kept['entries'][number]; labels: Kept['labels'] };

/** One kind of data, with the four answers that the law requires: what, why, the legal basis, and how long. */
function KeptEntry({ entry, labels }: KeptEntryProps) {
  return (
    <div className="border-t border-rule py-6">
      <h3 className="font-semibold">{entry.title}</h3>
      <dl className="mt-3 grid max-w-[37em] gap-x-6 gap-y-1 sm:grid-cols-[8rem_1fr] sm:gap-y-3">
        {(['what', 'why', 'basis', 'howLong'] as const).map((question) => (
          <div key={question} className="contents">
            <dt className="mt-2 text-small text-soft sm:mt-0">{labels[question]}</dt>
            <dd>
              <RichText text={entry[question]} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

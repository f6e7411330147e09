import countries from 'content:countries';
import exhibition from 'content:exhibition';
import drawing from '#site/drawings/sponsorship-form.svg';
import { CongressBar } from '#site/exhibition/congress-bar.tsx';
import { pageMeta } from '#site/page-meta.ts';
import { PageHeading } from '#site/ui/page-heading.tsx';
import type { Route } from './+types/sponsorship-form-page.ts';
import { SponsorshipForm } from './sponsorship-form.tsx';

export const loader = () => ({
  ...exhibition.sponsorshipForm,
  congress: exhibition.congress,
  countries: countries.sponsorship,
});

export const meta = ({ loaderData }: Route.MetaArgs) => pageMeta(loaderData);

export default function SponsorshipFormPage({ loaderData: words }: Route.ComponentProps) {
  return (
    <>
      <CongressBar {...words.congress} />
      <PageHeading compact heading={words.heading} intro={words.intro} drawing={drawing} />
      <div className="page grid-page pt-8 lg:pt-12">
        <div className="col-span-12">
          <SponsorshipForm words={words} />
        </div>
      </div>
    </>
  );
}

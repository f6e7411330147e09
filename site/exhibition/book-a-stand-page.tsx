import countries from 'content:countries';
import exhibition from 'content:exhibition';
import drawing from '#site/drawings/book-a-stand.svg';
import { pageMeta } from '#site/page-meta.ts';
import { PageHeading } from '#site/ui/page-heading.tsx';
import type { Route } from './+types/book-a-stand-page.ts';
import { CongressBar } from './congress-bar.tsx';
import { StandForm } from './stand-form.tsx';

export const loader = () => ({
  ...exhibition.bookAStand,
  congress: exhibition.congress,
  countries: countries.registration,
});

export const meta = ({ loaderData }: Route.MetaArgs) => pageMeta(loaderData);

export default function BookAStandPage({ loaderData: words }: Route.ComponentProps) {
  return (
    <>
      <CongressBar {...words.congress} />
      <PageHeading compact heading={words.heading} intro={words.intro} drawing={drawing} />
      <div className="page grid-page pt-8 lg:pt-12">
        <div className="col-span-12">
          <StandForm note={words.note} office={words.congress.email} countries={words.countries} />
        </div>
      </div>
    </>
  );
}

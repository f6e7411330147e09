import conference from 'content:conference';
import details from 'content:conference-details';
import countries from 'content:countries';
import pages from 'content:pages';
import drawing from '#site/drawings/abstract.svg';
import { FormTrouble } from '#site/forms/form-trouble.tsx';
import { OpeningNote } from '#site/forms/opening-note.tsx';
import { pageMeta } from '#site/page-meta.ts';
import { PageHeading } from '#site/ui/page-heading.tsx';
import type { Route } from './+types/abstract-page.ts';
import { AbstractBanner } from './abstract-banner.tsx';
import { AbstractForm, type AbstractWords } from './abstract-form.tsx';

export function loader(): AbstractWords {
  const { dates, venue, city, country, secretary } = conference;
  return {
    ...pages.abstract,
    deadline: details.deadlines.abstractPage,
    dates: dates.text,
    venue: `${venue.name}, ${city}, ${country}`,
    email: secretary.email,
    opening: details.opening.abstracts,
    countries: countries.abstractFallback,
  };
}

export const meta = ({ loaderData }: Route.MetaArgs) => pageMeta(loaderData);

export default function AbstractPage({ loaderData: words }: Route.ComponentProps) {
  return (
    <>
      <PageHeading compact heading={words.heading} intro={words.intro} drawing={drawing}>
        <AbstractBanner words={words} />
      </PageHeading>
      <div className="page pt-8 lg:pt-12">
        <OpeningNote
          what="The submission of abstracts"
          opening={words.opening}
          contact={words.email}
        />
        <FormTrouble />
        <AbstractForm words={words} />
      </div>
    </>
  );
}

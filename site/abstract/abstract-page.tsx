import { language } from 'content:language';
import { inOneLine } from '#contract/content/languages.ts';
import * as labels from 'content:labels/abstract';
import conference from 'content:conference';
import details from 'content:conference-details';
import countries from 'content:countries';
import * as pageLabels from 'content:labels/pages';
import pages from 'content:pages';
import sessions from 'content:sessions';
import type { ReactNode } from 'react';
import drawing from 'theme:drawings/abstract';
import { FormPage } from '#site/forms/form-page.tsx';
import { countryChoices } from '#site/forms/country-choices.ts';
import { lazyForm } from '#site/forms/lazy-part.tsx';
import { openingWords } from '#site/forms/opening-words.ts';
import { pageMeta } from '#site/page-meta.ts';
import { MailLink } from '#site/ui/mail-address.tsx';
import type { Route } from './+types/abstract-page.ts';
import type { AbstractWords } from './abstract-form.tsx';

const { Form, withForm } = lazyForm(async () => (await import('./abstract-form.tsx')).AbstractForm);

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => withForm(serverLoader);

export function loader(): AbstractWords & { isEmpty?: true } {
  const { dates, venue, city, country, secretary } = conference;
  return {
    ...pages.abstract,
    guide: guide(),
    deadline: details.deadlines.abstractPage,
    dates: dates.text,
    venue: inOneLine([venue.name, city, country], language),
    email: secretary.email,
    suggestions: details.suggestions,
    opening: openingWords(labels.opensSubject, details.opening.abstracts),
    ...countryChoices(countries.abstractFallback),
    // Every abstract belongs to a session.
    ...(sessions.sessions.length === 0 && { intro: pageLabels.abstractsToCome, isEmpty: true }),
  };
}

function guide(): AbstractWords['guide'] {
  const { blindPoints, points, ...rest } = pages.abstract.guide;
  const blind = blindPoints ?? [...points, labels.blind];
  return { ...rest, points: details.hidesAuthors ? blind : points };
}

export const meta = ({ loaderData }: Route.MetaArgs) => pageMeta(loaderData);

export default function AbstractPage({ loaderData: words }: Route.ComponentProps) {
  const { heading, intro, opening } = words;
  return (
    <FormPage
      {...{ heading, intro, drawing, opening }}
      contact={words.email}
      facts={<AbstractBanner words={words} />}
    >
      {!words.isEmpty && <Form words={words} />}
    </FormPage>
  );
}

/** The deadline, the dates, the venue and the contact. */
function AbstractBanner({ words }: { words: AbstractWords }) {
  return (
    <dl className="grid w-full max-w-[44rem] grid-cols-[1fr_1.1fr] gap-x-4 gap-y-3 border-t border-rule pt-3 sm:grid-cols-2 sm:gap-x-8">
      <Fact label={words.deadlineLabel}>
        <span className="font-serif text-name font-medium text-accent">{words.deadline}</span>
      </Fact>
      <Fact label={words.datesLabel}>
        <span className="font-serif text-name">{words.dates}</span>
      </Fact>
      <Fact label={words.venueLabel}>{words.venue}</Fact>
      <Fact label={words.contactLabel}>
        <MailLink address={words.email} className="max-sm:text-label" />
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-label font-semibold text-soft">{label}</dt>
      <dd className="mt-0.5 text-small">{children}</dd>
    </div>
  );
}

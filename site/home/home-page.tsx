import * as homeLabels from 'content:labels/home';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import addresses from 'content:addresses';
import agenda from 'content:agenda';
import conference from 'content:conference';
import details from 'content:conference-details';
import home from 'content:home';
import organiser from 'content:organiser';
import * as labels from 'content:labels/pages';
import pages from 'content:pages';
import partners from 'content:partners';
import prices from 'content:prices';
import speakers from 'content:speakers';
import topics from 'content:topics';
import { lazy, Suspense } from 'react';
import { overviewOf } from '#site/agenda/programme.ts';
import { dayOf } from '#contract/content/calendar-days.ts';
import { fromPriceOf } from './from-price.ts';
import { conferenceEvent } from '#site/seo/conference-event.ts';
import { pageMeta } from '#site/page-meta.ts';
import emblems, { parts } from 'theme:drawings/emblems';
import looks from 'theme:looks';
import { offerOf } from '#site/registration/offer.ts';
import type { Route } from './+types/home-page.ts';
import { AgendaBlock } from './agenda-block.tsx';
import { Audience } from './audience.tsx';
import { Closing } from './closing.tsx';
import { Hero } from './hero.tsx';
import { Highlights } from './highlights.tsx';
import { KeynoteSpeakers } from './keynote-speakers.tsx';
import { sunflower } from './dots.ts';
import { PartnerStrip } from './partner-strip.tsx';
import { Statistics } from './statistics.tsx';
import { Topics } from './topics.tsx';
import { After } from './use-today.ts';
import { Vision } from './vision.tsx';

/** Search engines read the structured data in the HTML, so the scripts do not contain the data. */
export const meta = ({ loaderData: { title } }: Route.MetaArgs) => [
  ...pageMeta({ title }),
  ...(import.meta.env.SSR
    ? [
        {
          'script:ld+json': conferenceEvent({
            conference,
            organiser,
            details,
            prices,
            speakers,
            agenda,
          }),
        },
      ]
    : []),
];

/**
 * A separate script, because few conferences have sponsors in levels. If it does not arrive, the page keeps the HTML that
 * was built.
 */
const Sponsors = lazy(() =>
  import('./sponsors.tsx').then(
    (script) => ({ default: script.Sponsors }),
    () => new Promise<never>(() => {}),
  ),
);

/**
 * The hero is centred, so it would move if a browser painted it half parsed. With this link the first paint waits until the
 * parser has read the hero. Browsers that do not support `expect` ignore the link.
 */
export const links = () => [{ rel: 'expect', href: '#hero', blocking: 'render' }];

export function loader() {
  const { locationLabel, datesLabel } = home.highlights;
  const { closing } = home;
  const { statement } = home.vision;
  const quote = statement && fillPlaceholders(homeLabels.quotation, { quote: statement.quote });
  const vision = {
    ...home.vision,
    statement: statement && quote ? { ...statement, quote } : undefined,
  };
  const { end, timezone } = conference.dates;
  return {
    ...home,
    after: home.after && { ...home.after, isOver: dayOf(new Date(), timezone) > end },
    title: `${conference.name} · ${details.fullTitle}`,
    hero: {
      fullTitle: details.fullTitle,
      ...home.hero,
      locationLabel,
      datesLabel,
      venueLabel: pages.contact.venueHeading,
      dots: looks.dots ?? sunflower(),
      when: `${conference.dates.text} · ${conference.city}`,
    },
    logos: partners.partners.map(({ name, logo }, at) => ({
      name,
      alt: fillPlaceholders(homeLabels.partnerLogo, { partner: name }),
      logo: logo ?? `${emblems}#emblem-${(at % parts) + 1}`,
    })),
    ...(partners.sponsors.length > 0 && {
      levels: { heading: home.partners.sponsors ?? labels.sponsors, levels: partners.sponsors },
    }),
    // The words of a link to a page that the conference has left out are left out, too.
    vision: addresses.includes('/sessions') ? vision : { ...vision, button: undefined },
    closing: addresses.includes('/abstract-submission')
      ? closing
      : { ...closing, abstractButton: undefined },
    speakers: speakers.length > 0 ? home.speakers : undefined,
    ...(details.places && { places: details.places.map(({ name, city }) => ({ name, city })) }),
    strip: { group: homeLabels.partnerLogos, pause: homeLabels.pauseStrip },
    topicCards: topics,
    sponsor: details.sponsor,
    figures: details.statistics,
    deadlines: details.deadlines.landing,
    days: overviewOf(agenda.days),
    fromPrice: fromPriceOf(prices),
    prices: pricesOfTypes(),
  };
}

export default function HomePage({ loaderData: words }: Route.ComponentProps) {
  const strip = words.logos.length > 0 && (
    <PartnerStrip heading={words.partners.heading} labels={words.strip} partners={words.logos} />
  );
  return (
    <>
      <Hero words={words.hero} />
      {words.after && (
        <Suspense>
          <After words={words.after} />
        </Suspense>
      )}
      {words.figures.length > 0 && <Statistics words={words.statistics} figures={words.figures} />}
      {words.levels ? (
        <>
          {strip}
          <Suspense>
            <Sponsors {...words.levels} />
          </Suspense>
        </>
      ) : (
        strip
      )}
      <Vision words={words.vision} />
      {words.speakers && <KeynoteSpeakers words={words.speakers} />}
      <Highlights words={words.highlights} deadlines={words.deadlines} places={words.places} />
      <Audience words={words.audience} />
      <Topics words={words.topics} topics={words.topicCards} sponsor={words.sponsor} />
      {words.days.length > 0 && <AgendaBlock words={words.agenda} days={words.days} />}
      <Closing
        words={words.closing}
        fromPrice={words.fromPrice}
        prices={words.prices}
        deadline={words.deadlines.at(-1)}
      />
    </>
  );
}

/** The total for each presentation type. If prices depend on the date, the text has the totals of all phases. */
function pricesOfTypes() {
  const { isByDate, rows } = offerOf(prices).priceTable;
  return rows.slice(0, prices.presentationTypes.length).map(({ label, note, amounts }) => {
    const shown = isByDate ? [...new Set(amounts)] : amounts.slice(-1);
    // A line breaks between two amounts and not within one, such as CHF 520.00.
    return {
      label,
      note,
      amount: shown.map((amount) => amount.replace(' ', '\u00a0')).join(' / '),
    };
  });
}

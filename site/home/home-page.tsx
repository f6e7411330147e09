import agenda from 'content:agenda';
import home from 'content:home';
import pages from 'content:pages';
import partners from 'content:partners';
import topics from 'content:topics';
import { emblemPath } from '#site/partners/emblem.ts';
import type { Route } from './+types/home-page.ts';
import { AgendaBlock } from './agenda-block.tsx';
import { Audience } from './audience.tsx';
import { Hero } from './hero.tsx';
import { Highlights } from './highlights.tsx';
import { KeynoteSpeakers } from './keynote-speakers.tsx';
import { PartnerStrip } from './partner-strip.tsx';
import { Statistics } from './statistics.tsx';
import { Topics } from './topics.tsx';
import { Vision } from './vision.tsx';

/**
 * The one word of another page. The page's own words come with its script: given by the loader they would stand in the
 * HTML twice, and this page's first paint has no room for that.
 */
export const loader = () => ({ venueLabel: pages.contact.venueHeading });

const { locationLabel, datesLabel } = home.highlights;
const logos = partners.map(({ name, logo }) => ({ name, logo: logo ?? emblemPath(name) }));

export default function HomePage({ loaderData: { venueLabel } }: Route.ComponentProps) {
  return (
    <>
      <Hero words={{ ...home.hero, locationLabel, datesLabel, venueLabel }} />
      <Statistics words={home.statistics} />
      <PartnerStrip heading={home.partners.heading} partners={logos} />
      <Vision words={home.vision} />
      <KeynoteSpeakers words={home.speakers} />
      <Highlights words={home.highlights} />
      <Audience words={home.audience} />
      <Topics words={home.topics} topics={topics} />
      <AgendaBlock words={home.agenda} days={agenda.days} />
    </>
  );
}

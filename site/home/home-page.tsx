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

export function loader() {
  const { locationLabel, datesLabel } = home.highlights;
  const venueLabel = pages.contact.venueHeading;
  const hero = { ...home.hero, locationLabel, datesLabel, venueLabel };
  const partnerList = partners.map(({ name, logo }) => ({ name, logo: logo ?? emblemPath(name) }));
  return { ...home, hero, partnerList, topicList: topics, days: agenda.days };
}

export default function HomePage({ loaderData: words }: Route.ComponentProps) {
  return (
    <>
      <Hero words={words.hero} />
      <Statistics words={words.statistics} />
      <PartnerStrip heading={words.partners.heading} partners={words.partnerList} />
      <Vision words={words.vision} />
      <KeynoteSpeakers words={words.speakers} />
      <Highlights words={words.highlights} />
      <Audience words={words.audience} />
      <Topics words={words.topics} topics={words.topicList} />
      <AgendaBlock words={words.agenda} days={words.days} />
    </>
  );
}

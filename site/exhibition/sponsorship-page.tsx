import exhibition from 'content:exhibition';
import drawing from 'theme:drawings/sponsorship';
import { CongressBar } from './congress-bar.tsx';
import { Figures } from './figures.tsx';
import { MarketingCards } from './marketing-cards.tsx';
import { pageMeta } from '#site/page-meta.ts';
import { PageHeading } from '#site/ui/page-heading.tsx';
import type { Route } from './+types/sponsorship-page.ts';

export const loader = () => ({ ...exhibition.sponsorshipPage, congress: exhibition.congress });

export const meta = ({ loaderData }: Route.MetaArgs) => pageMeta(loaderData);

export default function SponsorshipPage({ loaderData: words }: Route.ComponentProps) {
  return (
    <>
      <CongressBar {...words.congress} />
      <PageHeading heading={words.heading} intro={words.intro} drawing={drawing} />
      <Figures {...words.statistics} ground="band" />
      <MarketingCards {...words.objectives} />
    </>
  );
}

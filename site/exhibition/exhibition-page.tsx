import exhibition from 'content:exhibition';
import drawing from 'theme:drawings/exhibition';
import { pageMeta } from '#site/page-meta.ts';
import { Button } from '#site/ui/button.tsx';
import { PageHeading } from '#site/ui/page-heading.tsx';
import type { Route } from './+types/exhibition-page.ts';
import { CongressBar } from './congress-bar.tsx';
import { Figures } from './figures.tsx';
import { MarketingCards } from './marketing-cards.tsx';
import { OfficeNote } from './office-note.tsx';

export const loader = () => ({ ...exhibition.exhibition, congress: exhibition.congress });

export const meta = ({ loaderData }: Route.MetaArgs) => pageMeta(loaderData);

/** The two buttons do nothing. The note beside the buttons tells visitors this, and names a contact. */
export default function ExhibitionPage({ loaderData: words }: Route.ComponentProps) {
  const { congress, heading, intro, statistics, reasons } = words;
  return (
    <>
      <CongressBar {...congress} />
      <PageHeading {...{ heading, intro }} drawing={drawing}>
        <Button aria-describedby="stands">{words.standButton}</Button>
        <Button variant="secondary" aria-describedby="stands">
          {words.sponsorButton}
        </Button>
        <OfficeNote id="stands" text={words.buttonNote} email={congress.email} className="w-full" />
      </PageHeading>
      {statistics.map((figures, at) => (
        <Figures key={figures.heading} {...figures} ground={at % 2 === 0 ? 'band' : 'paper'} />
      ))}
      <MarketingCards {...reasons} />
    </>
  );
}

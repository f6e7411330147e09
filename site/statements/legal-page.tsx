import conference from 'content:conference';
import legal from 'content:legal';
import seller from 'content:organiser';
import drawing from 'theme:drawings/privacy';
import { pathIn } from '#site/page-path.ts';
import { pageMeta } from '#site/page-meta.ts';
import { Declaration } from '#site/ui/declaration.tsx';
import { PageHeading } from '#site/ui/page-heading.tsx';
import { OrganiserAddress } from './organiser-address.tsx';
import type { Route } from './+types/legal-page.ts';

/** One page for each entry of content/legal.yaml. site/routes.ts gives each page its address. */
export function loader({ url }: Route.LoaderArgs) {
  const words = legal.pages.find(({ path }) => pathIn(url) === path);
  if (!words) throw new Response(null, { status: 404 });
  return { ...words, contactHeading: legal.contactHeading, organiser: seller };
}

export const meta = ({ loaderData }: Route.MetaArgs) => pageMeta(loaderData);

export default function LegalPage({ loaderData: words }: Route.ComponentProps) {
  const { heading, intro, sections, contactHeading, reviewed, organiser } = words;
  return (
    <>
      <PageHeading {...{ heading, intro }} drawing={drawing} />
      <Declaration {...{ sections, contactHeading, reviewed }}>
        <OrganiserAddress organiser={organiser} email={conference.secretary.email} />
      </Declaration>
    </>
  );
}

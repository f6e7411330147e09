import conference from 'content:conference';
import drawing from '#site/drawings/crash.svg';
import { ButtonLink } from '#site/ui/button.tsx';
import { PageHeading } from '#site/ui/page-heading.tsx';
import { useSiteWords } from './site-words.ts';

/** Its links load the page anew, because after a crash the state in memory may be broken. */
export function CrashScreen() {
  const words = useSiteWords();
  const { role, email } = conference.secretary;
  return (
    <PageHeading heading="Unexpected Application Error!" drawing={drawing}>
      <ButtonLink to="/" reloadDocument>
        {words?.notFound.link ?? conference.name}
      </ButtonLink>
      <ButtonLink to={`mailto:${email}`} variant="secondary">
        {role}
      </ButtonLink>
    </PageHeading>
  );
}

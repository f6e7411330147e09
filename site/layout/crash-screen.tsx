import conference from 'content:conference';
import drawing from '#site/drawings/crash.svg';
import { ButtonLink } from '#site/ui/button.tsx';
import { PageHeading } from '#site/ui/page-heading.tsx';
import { useSiteWords } from './site-words.ts';

/** Leaves by a full load: after a crash the page in memory is not to be trusted. */
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

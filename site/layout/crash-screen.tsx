import * as labels from 'content:labels/layout';
import conference from 'content:conference';
import drawing from 'theme:drawings/crash';
import { DRAFT } from '#site/forms/storage-keys.ts';
import { Button, ButtonLink } from '#site/ui/button.tsx';
import { PageHeading } from '#site/ui/page-heading.tsx';
import { useSiteWords } from './site-words.ts';

/** Both buttons load a whole page, because after a crash the state in memory may be broken. */
export function CrashScreen() {
  const words = useSiteWords();
  const { role, email } = conference.secretary;
  return (
    <PageHeading
      heading={labels.crashed}
      intro={(hasDraft() && words?.keptEntries) || labels.pleaseReload}
      drawing={drawing}
    >
      <Button onClick={() => location.reload()}>{labels.reload}</Button>
      <ButtonLink to="/" reloadDocument variant="secondary">
        {words?.notFound.link ?? conference.name}
      </ButtonLink>
      <ButtonLink to={`mailto:${email}`} variant="quiet">
        {role}
      </ButtonLink>
    </PageHeading>
  );
}

/** Whether the browser has a draft of a form. A browser may refuse access to its storage. */
function hasDraft(): boolean {
  try {
    return Object.keys(localStorage).some((name) => name.startsWith(DRAFT));
  } catch {
    return false;
  }
}

import * as labels from 'content:labels/forms';
import { withElements } from '#site/ui/sentence.ts';
import conference from 'content:conference';
import { type ComponentProps, type ReactNode, Suspense } from 'react';
import { useSiteWords } from '#site/layout/site-words.ts';
import { Banner } from '#site/ui/banner.tsx';
import { MailLink } from '#site/ui/mail-address.tsx';
import { PageHeading } from '#site/ui/page-heading.tsx';
import { useHydrated } from '#site/ui/use-hydrated.ts';
import { lazyPart } from './lazy-part.tsx';
import type { OpeningNote } from './opening-note.tsx';

type FormPageProps = ComponentProps<typeof OpeningNote> &
  Pick<ComponentProps<typeof PageHeading>, 'heading' | 'intro' | 'drawing'> & {
    /** The facts below the intro. */
    facts?: ReactNode;
    /** A form of `lazyForm`; a page without one has only its heading. */
    children: ReactNode;
  };

/** Most forms are open, so the code of this note is not among the first scripts of the page. */
const LazyOpeningNote = lazyPart(async () => (await import('./opening-note.tsx')).OpeningNote);

/** A page with one form. */
export function FormPage({ facts, opening, contact, children, ...heading }: FormPageProps) {
  return (
    <>
      <PageHeading compact {...heading}>
        {facts}
      </PageHeading>
      {children && (
        <div className="page pt-8 lg:pt-12">
          {opening && <LazyOpeningNote {...{ opening, contact }} />}
          {/* The note stays until the form has arrived, too. */}
          <Suspense>
            <FormTrouble />
            {children}
          </Suspense>
        </div>
      )}
    </>
  );
}

/**
 * A note in place of a form that needs scripts. It appears at once if scripts are off, and after eight seconds (form.css)
 * if the scripts have not arrived.
 */
function FormTrouble() {
  const hydrated = useHydrated();
  const notLoaded = useSiteWords()?.forms.notLoaded ?? '';
  if (hydrated) return null;
  const contact = <MailLink address={conference.secretary.email} />;
  return (
    <>
      {/* A preview leaves this note out and shows the form. */}
      <noscript data-form>
        {/* Browsers with scripts show nothing of this, so the scripts do not contain it. */}
        {import.meta.env.SSR && (
          <Banner tone="note" className="max-w-[44rem]">
            <p>{withElements(labels.withoutScripts, { contact })}</p>
          </Banner>
        )}
      </noscript>
      <div className="late-note no-script:hidden">
        <Banner tone="note" className="mb-8 max-w-[44rem]">
          <p>{withElements(notLoaded, { contact })}</p>
        </Banner>
      </div>
    </>
  );
}

import * as labels from 'content:labels/forms';
import { withElements } from '#site/ui/sentence.ts';
import conference from 'content:conference';
import { useSiteWords } from '#site/layout/site-words.ts';
import { Banner } from '#site/ui/banner.tsx';
import { MailLink } from '#site/ui/mail-address.tsx';
import { useHydrated } from '#site/ui/use-hydrated.ts';

/**
 * A note in place of a form that needs scripts. It appears at once if scripts are off, and after eight seconds (form.css)
 * if the scripts have not arrived.
 */
export function FormTrouble() {
  const hydrated = useHydrated();
  const notLoaded = useSiteWords()?.forms.notLoaded ?? '';
  if (hydrated) return null;
  const contact = <MailLink address={conference.secretary.email} />;
  return (
    <>
      <noscript>
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

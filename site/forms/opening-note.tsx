import { lazy, Suspense } from 'react';
import { hoursWords, type Opening } from '#contract/content/opening.ts';
import { Banner } from '#site/ui/banner.tsx';

export type OpeningNoteProps = {
  /** What opens and closes: "Registration". */
  what: string;
  opening: Opening;
  /** The mail address of who answers questions. */
  contact: string;
};

/** Most conferences have no hours for most of their forms. */
const ClosedNote = lazy(async () => {
  const module = await import('./closed-note.tsx');
  return { default: module.ClosedNote };
});

/** Says above a form that it is not open yet, or closed. */
export function OpeningNote(props: OpeningNoteProps) {
  const { from, until } = props.opening;
  if (!from && !until) return null;
  return (
    <>
      <Suspense>
        <ClosedNote {...props} />
      </Suspense>
      <noscript>
        <Banner tone="note" className="mb-8 max-w-[44rem]">
          <p>{hoursWords(props.what, props.opening)}</p>
        </Banner>
      </noscript>
    </>
  );
}

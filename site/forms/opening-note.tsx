import { lazy, Suspense } from 'react';
import type { Opening } from '#contract/content/opening.ts';

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

/** Says above a form that it is not open yet, or closed; without JavaScript, from when until when it is open. */
export function OpeningNote(props: OpeningNoteProps) {
  const { from, until } = props.opening;
  if (!from && !until) return null;
  return (
    <Suspense>
      <ClosedNote {...props} />
    </Suspense>
  );
}

import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from './lazy-part.ts';
import type { OpeningNote } from './opening-note.tsx';

const Note = lazyPart(async () => (await import('./opening-note.tsx')).OpeningNote);

/** The note about a form that is not open: most forms are, so its code is not among the first scripts of the page. */
export function LazyOpeningNote(props: ComponentProps<typeof OpeningNote>) {
  return (
    props.opening && (
      <Suspense>
        <Note {...props} />
      </Suspense>
    )
  );
}

import { useState, useSyncExternalStore } from 'react';
import { meltSize } from './melt-drawing.ts';

type StillArtProps = {
  /** Gives the drawing as markup. */
  draw: () => string;
  columns: number;
  rows: number;
  /** How the drawing fits its box, in the words of SVG. */
  fit: string;
  className: string;
};

/**
 * A drawing that never changes. A prerendered page brings it; the browser then keeps it as it is, and draws only where a
 * visitor comes from another page.
 */
export function StillArt({ draw, columns, rows, fit, className }: StillArtProps) {
  const { width, height } = meltSize(columns, rows);
  const [isThere] = useState(useIsPrerendered());
  const [markup] = useState(() => (isThere ? '' : draw()));
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio={fit}
      className={`pointer-events-none overflow-hidden ${className}`}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: markup }}
    />
  );
}

/** Whether this element is being taken over from a prerendered page. */
function useIsPrerendered(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => false,
    () => !import.meta.env.SSR,
  );
}

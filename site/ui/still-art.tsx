import { useState } from 'react';
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

/** Whether what the browser shows is still the prerendered page (site/entry.client.tsx says when it no longer is). */
let isPrerendered = !import.meta.env.SSR;
if (isPrerendered) addEventListener('taken-over', () => (isPrerendered = false), { once: true });

/**
 * A drawing that never changes. A prerendered page brings it; the browser then keeps it as it is, and draws only where a
 * visitor comes from another page.
 */
export function StillArt({ draw, columns, rows, fit, className }: StillArtProps) {
  const { width, height } = meltSize(columns, rows);
  const [markup] = useState(() => (isPrerendered ? '' : draw()));
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio={fit}
      className={`still-art pointer-events-none overflow-hidden ${className}`}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: markup }}
    />
  );
}

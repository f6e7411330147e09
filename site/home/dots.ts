import type { Dot } from '#contract/content/shapes/theme-shape.ts';

/** The angle by which each dot of a sunflower is turned against the one before it. */
const TURN = Math.PI * (3 - Math.sqrt(5));
const [X, Y, RADIUS, COUNT] = [560, 448, 365, 20];

/**
 * The dots of a theme without dots of its own, in the arrangement of the seeds of a sunflower. The loader puts the list
 * into the page's data, so that no script contains it.
 */
export function sunflower(): Dot[] {
  return Array.from({ length: COUNT }, (_, nth): Dot => {
    const angle = nth * TURN;
    const radius = RADIUS * Math.sqrt((nth + 0.5) / COUNT);
    const [x, y] = [X + radius * Math.cos(angle), Y + radius * Math.sin(angle)];
    const degrees = Math.round((angle * 180) / Math.PI) % 360;
    return [Math.round(x), Math.round(y), degrees, nth % 2 === 0 ? 'left' : 'right', 7 + nth];
  });
}

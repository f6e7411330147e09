import { latticeWalks, pathOf } from '#contract/lattice-walks.ts';

/** The path of the emblem of a partner without a logo. */
export function emblemPath(name: string): string {
  return `/partners/${name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.svg`;
}

/** The part of the honeycomb that an emblem keeps, by the distances from its middle, from 0 to 1. */
const shapes: readonly ((across: number, up: number, upper: boolean) => boolean)[] = [
  (across, up) => across * 0.5 + up <= 1.02,
  (across, up) => across + up <= 1.1,
  (across, up) => Math.hypot(across, up) <= 1 && Math.hypot(across, up) > 0.42,
  (across, up) => across < 0.45 || up < 0.42,
  (across, up, upper) => across <= (upper ? 0.55 - up * 0.5 : 0.55 + up * 0.5),
];

/** A molecule drawn from a name. A picture cannot use the page's style sheet, so it contains its colours. */
export function emblemOf(name: string): string {
  const seed = [...name].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) | 0, 7);
  const keeps = shapes[Math.abs(seed) % shapes.length];
  const density = (x: number, y: number) =>
    keeps?.(Math.abs(x - 0.5) * 2, Math.abs(y - 0.5) * 2, y < 0.5) ? 1 : 0;
  const lines = latticeWalks({ seed, columns: 10, rows: 18, density }).map(pathOf).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 74 74">
<style>
path { fill: none; stroke: #14202b; stroke-width: 2.6; stroke-linecap: round; stroke-linejoin: round }
@media (prefers-color-scheme: dark) { path { stroke: #efe9dc } }
</style>
<path transform="scale(7.2 4)" vector-effect="non-scaling-stroke" d="${lines}"/>
</svg>
`;
}

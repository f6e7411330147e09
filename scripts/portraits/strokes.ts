export const INK = '#14202b';
export const PAPER = '#f6f3ec';
export const ACCENT = '#c8401c';
export const SLATE = '#33485a';

export type Circle = readonly [x: number, y: number, radius: number];

export function circles(all: readonly Circle[]): string {
  return all.map(([x, y, radius]) => `<circle cx="${x}" cy="${y}" r="${radius}"/>`).join('');
}

export function stroke(colour: string, width: number, path: string): string {
  return `<path fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" d="${path}"/>`;
}

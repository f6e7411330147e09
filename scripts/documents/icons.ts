import { readFile } from 'node:fs/promises';
import { openRaster } from './raster.ts';
import { ink } from '#documents/sheet.ts';

/** Icons for old browsers and home screens, which show no SVG: public/favicon.svg in its light colours with a background. */
export function makeIcon(size: number) {
  return async (): Promise<Buffer> => {
    const favicon = await readFile('public/favicon.svg', 'utf8');
    const drawing = favicon.replaceAll(/<\/?svg[^>]*>|<style>[\s\S]*?<\/style>/g, '');
    const raster = await openRaster();
    // Home screens cut icons to their own shape: the drawing keeps to the middle eight tenths.
    return raster.png(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">` +
        `<style>path{fill:none;stroke:${ink.black};stroke-width:2.4;stroke-linejoin:round;stroke-linecap:round}circle{fill:${ink.accent}}</style>` +
        `<rect width="32" height="32" fill="${ink.paper}"/>` +
        `<g transform="translate(16 16) scale(0.76) translate(-17.5 -17.2)">${drawing}</g></svg>`,
      size,
    );
  };
}

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { initWasm, Resvg } from '@resvg/resvg-wasm';

/** The family names inside the font files of this folder. */
export const families = { serif: 'Newsreader 16pt', sans: 'Instrument Sans' } as const;

export type Raster = {
  /** Renders an SVG as PNG, with the given width or its own. The same text gives the same bytes. */
  png(svg: string, width?: number): Buffer;
  /** The width of a line of text, in the units of the drawing. */
  widthOf(line: string, look: { family: string; size: number; tracking?: number }): number;
};

let starting: Promise<Raster> | undefined;

/** The rasteriser is WebAssembly: it runs wherever Node does, and uses nothing of the machine, such as its fonts. */
export function openRaster(): Promise<Raster> {
  return (starting ??= start());
}

async function start(): Promise<Raster> {
  const program = createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm');
  await initWasm(await readFile(program));
  const files = ['newsreader-display', 'instrument-sans'];
  const fontBuffers = await Promise.all(
    files.map((file) =>
      readFile(fileURLToPath(new URL(`../../documents/fonts/${file}.ttf`, import.meta.url))),
    ),
  );
  const font = { fontBuffers, loadSystemFonts: false };

  return {
    png(svg, width) {
      const image = new Resvg(svg, {
        font,
        ...(width && { fitTo: { mode: 'width', value: width } }),
      });
      return Buffer.from(image.render().asPng());
    },
    widthOf(line, { family, size, tracking = 0 }) {
      const text = `<text y="100" font-family="${family}" font-size="${size}" letter-spacing="${tracking}">${escaped(line)}</text>`;
      return (
        new Resvg(`<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`, { font }).getBBox()
          ?.width ?? 0
      );
    },
  };
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

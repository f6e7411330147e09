import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import type { Content } from '#contract/content.ts';
import { makeIcons } from '#documents/icons.ts';
import type { Document } from './documents-plugin.ts';

type Icon = { type: string; make(png: Buffer): Buffer; size: number };

/** Browsers, readers and phones request these icons without a link on a page. */
const icons: Readonly<Record<string, Icon>> = {
  '/favicon.ico': { type: 'image/x-icon', make: (png) => icoOf(png, 32), size: 32 },
  '/apple-touch-icon.png': { type: 'image/png', make: (png) => png, size: 180 },
};

/** Makes these icons from the pictures in the `public/` folder of content/, or from the theme. */
export function iconsOf(folder: string, read: () => Content): Map<string, Document> {
  const picture = async (size: number): Promise<Buffer> => {
    const own = join(folder, 'public', `icon-${size}.png`);
    if (existsSync(own)) return readFileSync(own);
    const made = await makeIcons(read(), [size]);
    return Buffer.from(made.get(`icon-${size}.png`) ?? '');
  };
  return new Map(
    Object.entries(icons).map(([address, { type, make, size }]) => [
      address,
      { type, make: async () => make(await picture(size)) },
    ]),
  );
}

export function iconsPlugin(folder: string, read: () => Content): Plugin {
  return {
    name: 'icons',
    configureServer({ middlewares }) {
      for (const [address, { type, make }] of iconsOf(folder, read)) {
        middlewares.use(address, (_, response, next) => {
          Promise.resolve(make())
            .then((bytes) => response.setHeader('content-type', type).end(bytes))
            .catch(next);
        });
      }
    },
  };
}

const HEADER_BYTES = 22;

/** An ICO file with one picture, which may be a PNG: a header of six bytes, and sixteen about the picture. */
function icoOf(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16LE(1, 2); // an icon
  header.writeUInt16LE(1, 4); // one picture
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10); // colour planes
  header.writeUInt16LE(32, 12); // bits a pixel
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(HEADER_BYTES, 18);
  return Buffer.concat([header, png]);
}

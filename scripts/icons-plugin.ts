import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import type { Content } from '#contract/content.ts';
import { makeIcons } from '#documents/icons.ts';

type Icon = { type: string; make(png: Buffer): Buffer; size: number };

/** Browsers, readers and phones request these icons without a link on a page. */
const icons: Readonly<Record<string, Icon>> = {
  '/favicon.ico': { type: 'image/x-icon', make: (png) => icoOf(png, 32), size: 32 },
  '/apple-touch-icon.png': { type: 'image/png', make: (png) => png, size: 180 },
};

/** Makes these icons from the pictures in the `public/` folder of content/, or from the theme. */
export function iconsPlugin(folder: string, read: () => Content): Plugin {
  const picture = async (size: number): Promise<Buffer> => {
    const own = join(folder, 'public', `icon-${size}.png`);
    if (existsSync(own)) return readFileSync(own);
    const made = await makeIcons(read(), [size]);
    return Buffer.from(made.get(`icon-${size}.png`) ?? '');
  };
  return {
    name: 'icons',
    configureServer({ middlewares }) {
      for (const [address, { type, make, size }] of Object.entries(icons)) {
        middlewares.use(address, (_, response, next) => {
          picture(size)
            .then((png) => response.setHeader('content-type', type).end(make(png)))
            .catch(next);
        });
      }
    },
    async generateBundle() {
      if (this.environment.name !== 'client') return;
      for (const [address, { make, size }] of Object.entries(icons)) {
        this.emitFile({
          type: 'asset',
          fileName: address.slice(1),
          source: make(await picture(size)),
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

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

type Icon = { type: string; make(picture: (name: string) => Buffer): Buffer };

/** Browsers, readers and phones request these icons without a link on a page. */
const icons: Readonly<Record<string, Icon>> = {
  '/favicon.ico': { type: 'image/x-icon', make: (picture) => icoOf(picture('icon-32.png'), 32) },
  '/apple-touch-icon.png': { type: 'image/png', make: (picture) => picture('icon-180.png') },
};

/** Makes these icons from the pictures in the `public/` folder of content/. */
export function iconsPlugin(folder: string): Plugin {
  const picture = (name: string) => readFileSync(join(folder, 'public', name));
  return {
    name: 'icons',
    configureServer({ middlewares }) {
      for (const [address, { type, make }] of Object.entries(icons)) {
        middlewares.use(address, (_, response) => {
          response.setHeader('content-type', type).end(make(picture));
        });
      }
    },
    generateBundle() {
      if (this.environment.name !== 'client') return;
      for (const [address, { make }] of Object.entries(icons)) {
        this.emitFile({ type: 'asset', fileName: address.slice(1), source: make(picture) });
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

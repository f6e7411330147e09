import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { BUNDLE_FOLDER } from './bundle.ts';

/** The dashboard's page. It is built apart from the site, which must not have a byte of it. */
export default defineConfig({
  root: fileURLToPath(new URL('page', import.meta.url)),
  publicDir: false,
  plugins: [tailwindcss()],
  build: {
    outDir: BUNDLE_FOLDER,
    emptyOutDir: true,
    // The security policy of the page allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});

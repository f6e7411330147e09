import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { englishLabels } from '../../scripts/plugins/content-plugin.ts';
import { BUNDLE_FOLDER } from './bundle.ts';

/** Builds the dashboard's page separately from the site, so that no file of the site contains a part of the page. */
export default defineConfig({
  root: fileURLToPath(new URL('page', import.meta.url)),
  publicDir: false,
  plugins: [englishLabels(), tailwindcss()],
  build: {
    outDir: BUNDLE_FOLDER,
    emptyOutDir: true,
    // The security policy of the page allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // On a slow machine the bundler would print how long its plugins took.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
});

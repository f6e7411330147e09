import { join } from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { siteFolders } from '#server/content/folders.ts';
import { accentPlugin } from './scripts/accent-plugin.ts';
import { contentPlugin } from './scripts/content-plugin.ts';
import { documentsPlugin } from './scripts/documents-plugin.ts';
import { iconsPlugin } from './scripts/icons-plugin.ts';

/** Every page begins with these: React, the router, and the layout. */
const everyPage =
  /vite\/preload-helper|entry\.client|node_modules\/(react|react-dom|react-router|scheduler)\/|\/site\/(layout|root|page-meta|ui\/(section|glyph))|content:conference/;

/**
 * A module that is loaded later waits for no style sheet, because the whole one is in the page (site/root.tsx): Vite's
 * code for that would be in the scripts of every form.
 */
const plainImports: Plugin = {
  name: 'plain-imports',
  transform: {
    filter: { id: /vite\/preload-helper\.js$/ },
    handler: () => 'export const __vitePreload = (load) => load();',
  },
};

const { content } = siteFolders(process.env);

export default defineConfig({
  // The pictures of the conference, at their own addresses.
  publicDir: join(content, 'public'),
  plugins: [
    contentPlugin(content),
    documentsPlugin(content),
    accentPlugin(content),
    iconsPlugin(content),
    plainImports,
    tailwindcss(),
    reactRouter(),
  ],
  build: {
    // The security policy of the pages allows no data: addresses.
    assetsInlineLimit: 0,
    // The router preloads the modules of a page itself.
    modulePreload: false,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // No module of a page counts on what reading a property does.
          treeshake: { propertyReadSideEffects: false },
          // In one file it packs three kilobytes smaller than in a dozen.
          output: { codeSplitting: { groups: [{ name: 'framework', test: everyPage }] } },
        },
      },
    },
  },
  // Found only when a page asks for them; naming them spares the first visitor of the dev server a reload.
  optimizeDeps: { include: ['zod/mini', 'react-hook-form'] },
});

import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { contentPlugin } from './scripts/content-plugin.ts';
import { documentsPlugin } from './scripts/documents-plugin.ts';

/** What every page is made of; the parts of forms are left to the pages that have one. */
const shell =
  /content:conference|site\/(layout|page-meta|root|ui\/(button|control|copy|melt|page-heading|section|toast))/;

export default defineConfig({
  plugins: [contentPlugin(), documentsPlugin(), tailwindcss(), reactRouter()],
  build: { modulePreload: { polyfill: false } },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Few files pack better than many: what all pages share, apart from what changes only with a release of it.
            codeSplitting: {
              groups: [
                {
                  name: 'framework',
                  test: /rolldown\/runtime|node_modules\/(react|react-dom|react-router|scheduler)\//,
                  priority: 2,
                },
                { name: 'shell', test: shell, priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
  // Found only when a page asks for them; naming them spares the first visitor of the dev server a reload.
  optimizeDeps: { include: ['zod/mini', 'react-hook-form'] },
});

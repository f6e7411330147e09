import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { contentPlugin } from './scripts/content-plugin.ts';
import { documentsPlugin } from './scripts/documents-plugin.ts';

/** What every page is made of. In one file with the framework it packs half a kilobyte better than beside it. */
const shell =
  /rolldown\/runtime|vite\/preload-helper|node_modules\/(react|react-dom|react-router|scheduler)\/|content:conference|site\/(layout|page-meta|root|ui\/(button|control|copy|in-turn|melt|page-heading|section|toast))/;

/** What reads the answers of calls; what every form is made of; what the three are made of that make calls. */
const answers = /node_modules\/zod\/|contract\/(call|lenient|money|text)|site\/api/;
const fields = /site\/(forms\/form-section|ui\/(field|select-field|text-field))/;
const forms = /node_modules\/react-hook-form\/|site\/(forms\/|ui\/dialog)/;
/** Used by forms and by pages that have none. */
const notes = /site\/(forms\/shelf|ui\/banner|\w+\/\w+-draft)/;

/** What the page of the registration begins with: what begins a payment comes later, and shares some of it. */
const registration = /site\/registration\/(?!check-out-|registration-wire)|contract\/pricing/;

/** Vite wraps each import() into a helper that loads style sheets and preloads first. There are none here. */
const plainImports: Plugin = {
  name: 'plain-imports',
  apply: 'build',
  enforce: 'pre',
  load(id) {
    return id.endsWith('vite/preload-helper.js')
      ? 'export const __vitePreload = (load) => load();'
      : null;
  },
};

/**
 * What a page loads it also runs. Chromium then compiles it beside the page while it comes, instead of function by function
 * when it is first called, in which time a slow device answers no touch; for other browsers it is a comment. In a short
 * script it would weigh more than it brings.
 */
function compileAtOnce({ modules }: { modules: Record<string, { renderedLength: number }> }) {
  const lengths = Object.values(modules).map(({ renderedLength }) => renderedLength);
  const length = lengths.reduce((sum, one) => sum + one, 0);
  return length > 10_000 ? '//# allFunctionsCalledOnLoad\n' : '';
}

export default defineConfig({
  plugins: [plainImports, contentPlugin(), documentsPlugin(), tailwindcss(), reactRouter()],
  build: { modulePreload: false },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            postBanner: compileAtOnce,
            // Few files pack better than many, as long as no page loads what it has no use for.
            codeSplitting: {
              groups: [
                { name: 'framework', test: shell, priority: 3 },
                { name: 'notes', test: notes, priority: 2 },
                { name: 'fields', test: fields, priority: 2 },
                { name: 'answers', test: answers, priority: 2 },
                { name: 'forms', test: forms, priority: 1 },
                {
                  name: 'registration-options',
                  test: /contract\/registration-options/,
                  priority: 1,
                },
                { name: 'registration', test: registration },
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

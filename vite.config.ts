import { join } from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { siteFolders } from '#server/content/folders.ts';
import { readContent } from '#server/content/read-content.ts';
import { siteLanguage } from '#server/content/site-language.ts';
import { isTemplate, template } from '#server/content/site-template.ts';
import { contentPlugin } from './scripts/plugins/content-plugin.ts';
import { documentsPlugin } from './scripts/plugins/documents-plugin.ts';
import { iconsPlugin } from './scripts/plugins/icons-plugin.ts';
import { picturesPlugin } from './scripts/plugins/pictures-plugin.ts';
import { templatePlugin } from './scripts/plugins/template-plugin.ts';
import { themePlugin } from './scripts/plugins/theme-plugin.ts';

/** The modules that every page needs: React, the router, and the frame around each page. */
const everyPage =
  /vite\/preload-helper|entry\.client|node_modules\/(react|react-dom|react-router|scheduler)\/|\/site\/(layout|root|page-meta|ui\/(section|glyph))|content:conference/;

/** The small modules for sentences, which several pages share. */
const words =
  /contract\/content\/(placeholders|plural|languages)|site\/ui\/sentence|site\/forms\/titles|content:labels/;

/** The modules that each form with a draft needs at once. */
const everyForm =
  /node_modules\/(react-hook-form|zod)\/|site\/forms\/(form-section|captcha-field|honeypot)|contract\/(call|lenient|text)\.ts/;
/** The modules that both forms with a payment need at once. */
const everyPayment = /site\/forms\/(bill|use-ways)|contract\/(requests|money)\.ts/;

/**
 * Removes Vite's code that waits for style sheets before it loads a module. The whole style sheet is in the page
 * (site/root.tsx), so this code would only enlarge the scripts of every form.
 */
const plainImports: Plugin = {
  name: 'plain-imports',
  transform: {
    filter: { id: /vite\/preload-helper\.js$/ },
    handler: () => 'export const __vitePreload = (load) => load();',
  },
};

/**
 * Removes three parts of the router that the site does not use, and which its options cannot leave out of the scripts:
 * the discovery of routes (the pages name all of them), the hooks for measurements, and fetchers (useFetcher). They are
 * three kilobytes, compressed.
 */
const unusedParts: Plugin = {
  name: 'unused-parts',
  transform: {
    filter: {
      id: /react-router\/dist\/production\/lib\/(?:dom\/ssr\/fog-of-war|router\/router)\.js$/,
    },
    handler: (code) =>
      code
        .replaceAll(
          /(?<!function )isFogOfWarEnabled\(routeDiscovery, ssr\)|init\.instrumentations|consumeInstrumentationClientResultMetaReceiver\(router\)(?=;)/g,
          'undefined',
        )
        .replace(/\bfetch(?=,\s+revalidate,)/, 'fetch: undefined'),
  },
};

const { content } = siteFolders(process.env);
const { tag, base } = siteLanguage(process.env);
// In development every edit counts.
const read = () => readContent(content);

export default defineConfig(({ command }) => {
  return {
    base: command === 'build' ? `${template.base}/` : '/',
    publicDir: command === 'build' ? false : join(content, 'public'),
    plugins: [
      ...(isTemplate(process.env)
        ? [templatePlugin()]
        : [
            contentPlugin(content, read, tag),
            documentsPlugin(content, read, { language: tag, base }),
            themePlugin(content, read),
            iconsPlugin(content, read),
            picturesPlugin(content),
          ]),
      plainImports,
      unusedParts,
      tailwindcss(),
      reactRouter(),
    ],
    build: {
      // The security policy of the pages allows no data: addresses.
      assetsInlineLimit: 0,
      // The router preloads the modules of a page itself.
      modulePreload: false,
      // On a slow machine the bundler would print how long its plugins took.
      rolldownOptions: { checks: { bundlerTimings: false } },
    },
    environments: {
      // One file with all packages renders the pages (scripts/render-site.ts).
      ...(isTemplate(process.env) && {
        ssr: {
          resolve: { noExternal: true },
          define: { 'process.env.NODE_ENV': '"production"' },
          build: { rolldownOptions: { output: { codeSplitting: false } } },
        },
      }),
      client: {
        build: {
          rolldownOptions: {
            // No module of a page has a getter with side effects.
            treeshake: { propertyReadSideEffects: false },
            // A label takes the place of its name, so a page loads only the labels that it shows.
            optimization: { inlineConst: { mode: 'all', pass: 2 } },
            // One file with these modules is three kilobytes smaller, compressed, than a dozen files.
            output: {
              codeSplitting: {
                groups: [
                  { name: 'framework', test: everyPage },
                  { name: 'words', test: words },
                  { name: 'form', test: everyForm },
                  { name: 'payment-form', test: everyPayment },
                ],
              },
            },
          },
        },
      },
    },
    // Vite would find these packages only after the first page is open, and then reload the page.
    optimizeDeps: { include: ['zod/mini', 'react-hook-form'] },
  };
});

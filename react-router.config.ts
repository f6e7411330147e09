import type { Config } from '@react-router/dev/config';
import { siteLanguage } from '#server/content/site-language.ts';
import { isTemplate, template } from '#server/content/site-template.ts';

const { base } = siteLanguage(process.env);

export default {
  appDirectory: 'site',
  basename: isTemplate(process.env) ? template.base : base || '/',
  buildDirectory: 'build/template',
  // scripts/render-site.ts renders the pages with what this build writes for a server.
  ssr: isTemplate(process.env),
  routeDiscovery: { mode: 'initial' },
  ...(!isTemplate(process.env) && { prerender: true }),
} satisfies Config;

import type { Config } from '@react-router/dev/config';
import { siteFolders } from '#server/content/folders.ts';
import { siteLanguage } from '#server/content/site-language.ts';
import { buildFolder } from './scripts/site-language.ts';

const { tag, base } = siteLanguage(process.env);

export default {
  appDirectory: 'site',
  basename: base || '/',
  buildDirectory: buildFolder(siteFolders(process.env).build, tag),
  ssr: false,
  // Renders every route except the route for unknown paths.
  prerender: true,
} satisfies Config;

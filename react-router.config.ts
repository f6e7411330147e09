import type { Config } from '@react-router/dev/config';
import { siteFolders } from '#server/content/folders.ts';

export default {
  appDirectory: 'site',
  buildDirectory: siteFolders(process.env).build,
  ssr: false,
  // Renders every route except the route for unknown paths.
  prerender: true,
} satisfies Config;

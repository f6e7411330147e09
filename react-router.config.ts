import type { Config } from '@react-router/dev/config';
import { siteFolders } from '#server/content/folders.ts';

export default {
  appDirectory: 'site',
  buildDirectory: siteFolders(process.env).build,
  ssr: false,
  // Every route but the one for unknown paths.
  prerender: true,
} satisfies Config;

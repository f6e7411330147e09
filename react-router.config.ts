import type { Config } from '@react-router/dev/config';
import { siteFolders } from '#server/content/folders.ts';
import { readContent } from '#server/content/read-content.ts';
import { emblemPath } from '#site/partners/emblem.ts';

const folders = siteFolders(process.env);

export default {
  appDirectory: 'site',
  buildDirectory: folders.build,
  ssr: false,
  // Every route but the one for unknown paths, and the emblems of the partners that have sent no logo.
  prerender({ getStaticPaths }) {
    const { partners } = readContent(folders.content);
    return [
      ...getStaticPaths(),
      ...partners.flatMap(({ name, logo }) => (logo ? [] : emblemPath(name))),
    ];
  },
} satisfies Config;

import type { Config } from '@react-router/dev/config';
import { readContent } from '#server/content/read-content.ts';
import { emblemPath } from '#site/partners/emblem.ts';

export default {
  appDirectory: 'site',
  buildDirectory: 'build',
  ssr: false,
  // Every route but the one for unknown paths, and the emblems of the partners that have sent no logo.
  prerender({ getStaticPaths }) {
    const { partners } = readContent('content');
    return [
      ...getStaticPaths(),
      ...partners.flatMap(({ name, logo }) => (logo ? [] : emblemPath(name))),
    ];
  },
} satisfies Config;

import type { Feature } from '#server/features.ts';

export const book: Feature = {
  name: 'book',
  needs: ['author-page', 'programme'],
  commands: () => import('./commands.ts'),
};

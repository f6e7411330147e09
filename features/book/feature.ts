import type { Feature } from '#server/features.ts';

export const book: Feature = {
  name: 'book',
  commands: () => import('./commands.ts'),
};

import type { Feature } from '#server/features.ts';

export const books: Feature = {
  name: 'books',
  commands: () => import('./commands.ts'),
};

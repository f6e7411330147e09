import type { Feature } from '#server/features.ts';

export const badges: Feature = {
  name: 'badges',
  commands: () => import('./commands.ts'),
};

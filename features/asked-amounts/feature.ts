import type { Feature } from '#server/features.ts';

export const askedAmounts: Feature = {
  name: 'asked-amounts',
  commands: () => import('./commands.ts'),
};

import type { Feature } from '#server/features.ts';

export const bankStatements: Feature = {
  name: 'bank-statements',
  commands: () => import('./commands.ts'),
};

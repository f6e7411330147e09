import type { Feature } from '#server/features.ts';
import { posterJudgeTables } from './tables.ts';

export const posterJudges: Feature = {
  name: 'poster-judges',
  needs: ['posters', 'programme'],
  commands: () => import('./commands.ts'),
  // Rows end with their abstract.
  data: { tables: posterJudgeTables },
};

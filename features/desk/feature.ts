import type { Feature } from '#server/features.ts';
import { deskCalls } from './desk-calls.ts';
import { onlineDesk } from './online-desk.ts';

export const desk: Feature = {
  name: 'desk',
  commands: () => import('./commands.ts'),
  sections: { calls: ({ latest }) => deskCalls(async () => onlineDesk(await latest())) },
};

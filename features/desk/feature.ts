import type { Feature } from '#server/features.ts';
import { deskCalls } from './desk-calls.ts';
import { keptAt, onlineDesk } from './online-desk.ts';

export const desk: Feature = {
  name: 'desk',
  needs: ['cash', 'invitations', 'questions'],
  commands: () => import('./commands.ts'),
  sections: {
    calls: (contextFor) =>
      deskCalls(async (organiser, at) => onlineDesk(keptAt(await contextFor(organiser), at))),
  },
};

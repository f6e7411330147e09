import type { Feature } from '#server/features.ts';
import { registeredDoi } from './citation-facts.ts';
import { bookTexts } from './shape.ts';

export const book: Feature = {
  name: 'book',
  needs: ['author-page', 'programme'],
  texts: bookTexts,
  commands: () => import('./commands.ts'),
  sections: { contributionDoi: registeredDoi },
};

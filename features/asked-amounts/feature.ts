import type { Feature } from '#server/features.ts';
import { askedAmountsTexts } from './shape.ts';
import { askedSection } from './asked-section.ts';

export const askedAmounts: Feature = {
  name: 'asked-amounts',
  texts: askedAmountsTexts,
  commands: () => import('./commands.ts'),
  sections: {
    async ownPage(deps, owner) {
      const asked = await askedSection(deps, owner);
      if (!asked) return [];
      const { part, isOwed } = asked;
      return [isOwed ? { place: 'to-do', rank: 10, part } : { place: 'folded', rank: 30, part }];
    },
  },
};

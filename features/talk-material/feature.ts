import type { Feature } from '#server/features.ts';
import { scanDueFiles } from '#server/operations/scan-due-files.ts';
import { materialFileRoute } from './material-file-route.ts';
import { materialSection } from './material-page.ts';
import { materialRoutes } from './material-routes.ts';
import { hiddenWithPage, marksOf, materialOf } from './public-material.ts';
import { materialTexts } from './shape.ts';
import { materialOfAbstract } from './talk-material.ts';
import { materialTables } from './tables.ts';

export const talkMaterial: Feature = {
  name: 'talk-material',
  needs: ['author-page', 'programme'],
  texts: materialTexts,
  commands: () => import('./commands.ts'),
  // Rows end with their abstract, and the trunk records their files then.
  data: { tables: materialTables, demo: () => import('./demo.ts') },
  pages: {
    public: materialFileRoute,
    behindLinks: (app, { context: { db, clock, newId }, files, ...deps }) =>
      materialRoutes(app, { ...deps, ...files, db, clock, newId }),
  },
  sections: {
    async ownAbstract({ db, content, store, hasScanner }, own, now) {
      const all = await materialOfAbstract(db, own.abstract.id);
      const files = { hasScanner, storeId: store.id };
      return materialSection(content, own, { now, files, all });
    },
    contribution: materialOf,
    contributionMarks: marksOf,
    endsWithContribution: hiddenWithPage,
  },
  watch: {
    scan: (room, signal) => scanDueFiles('talk_material', 'slides', room, signal),
  },
};

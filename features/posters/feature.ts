import { MINUTE } from '#contract/time-spans.ts';
import type { Feature } from '#server/features.ts';
import { scanDueFiles } from '#server/operations/scan-due-files.ts';
import { deletedWithPage, posterMarks, posterPart } from './contribution-part.ts';
import { galleryRoutes } from './gallery-routes.ts';
import { makePreviews } from './make-previews.ts';
import { readOwnPoster } from './own-poster.ts';
import { posterFileRoutes } from './poster-file-routes.ts';
import { posterSection } from './poster-page.ts';
import { posterRoutes } from './poster-routes.ts';
import { removeGonePosters } from './remove-gone-posters.ts';
import { postersTexts } from './shape.ts';
import { posterTables } from './tables.ts';

export const posters: Feature = {
  name: 'posters',
  needs: ['author-page', 'programme', 'contributions'],
  texts: postersTexts,
  commands: () => import('./commands.ts'),
  // Rows end with their abstract, and the trunk records their files then.
  data: { tables: posterTables, demo: () => import('./demo.ts') },
  pages: {
    public(app, deps) {
      galleryRoutes(app, deps);
      posterFileRoutes(app, deps);
    },
    behindLinks: (app, { context: { db, clock, newId }, files, ...deps }) =>
      posterRoutes(app, { ...deps, ...files, db, clock, newId }),
  },
  sections: {
    ownAbstract: async (deps, own, now) =>
      posterSection(deps.content, own, await readOwnPoster(deps, own, now)),
    contribution: posterPart,
    contributionMarks: posterMarks,
    endsWithContribution: deletedWithPage,
  },
  watch: {
    scan: (room, signal) => scanDueFiles('posters', 'a poster', room, signal),
    jobs: [
      {
        name: 'poster-previews',
        everyMs: 10_000,
        run: makePreviews,
        failed: 'the pictures of posters could not be made; the next try is in five minutes',
      },
      {
        name: 'gone-posters',
        everyMs: MINUTE,
        run: removeGonePosters,
        failed: 'the files of posters that are not shown any more could not be removed',
      },
    ],
  },
};

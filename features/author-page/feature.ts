import type { Feature } from '#server/features.ts';
import { authorRoutes } from './author-routes.ts';
import { authorMailKinds } from './mails.ts';
import { authorPageTexts } from './shape.ts';

export const authorPage: Feature = {
  name: 'author-page',
  needs: ['programme'],
  texts: authorPageTexts,
  mails: { kinds: authorMailKinds },
  commands: () => import('./commands.ts'),
  data: { demo: () => import('./demo.ts') },
  pages: {
    behindLinks: (app, { context: { db, clock, newId }, files, ...deps }) =>
      authorRoutes(app, { ...deps, ...files, db, clock, newId }),
  },
};

import { sql } from 'kysely';
import { timestamp } from '#server/identity.ts';
import type { Feature } from '#server/features.ts';
import {
  FORGOTTEN_AFTER_MS,
  forgetPhotographs,
  forgottenPhotographs,
} from './named-photographs.ts';
import { isOutdated } from './saves.ts';
import { contentEditorTables } from './tables.ts';

export const contentEditor: Feature = {
  name: 'content-editor',
  commands: () => import('./commands.ts'),
  data: {
    tables: contentEditorTables,
    keeps: ({ db, now, participant, rows }) => [
      {
        what: 'earlier texts of the conference’s files',
        before: participant,
        ...rows('content_saves', (before) => sql`saved_at <= ${before} and ${isOutdated}`),
      },
      {
        what: 'photographs that the site has no longer',
        before: timestamp(now, -FORGOTTEN_AFTER_MS),
        due: async (before, most) => (await forgottenPhotographs(db, before)).slice(0, most),
        remove: forgetPhotographs,
      },
    ],
  },
  sections: {
    // Servers of the site do not load it.
    calls: (contextFor) => async (app) => {
      const { editorCalls } = await import('./editor-calls.ts');
      await app.register(editorCalls(contextFor));
    },
  },
};

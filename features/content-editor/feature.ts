import type { Feature } from '#server/features.ts';
import { contentEditorTables } from './tables.ts';

export const contentEditor: Feature = {
  name: 'content-editor',
  commands: () => import('./commands.ts'),
  data: { tables: contentEditorTables },
  sections: {
    // Servers of the site do not load it.
    calls: (contextFor) => async (app) => {
      const { editorCalls } = await import('./editor-calls.ts');
      await app.register(editorCalls(contextFor));
    },
  },
};

import type { Feature } from '#server/features.ts';
import { programmeTexts } from './shape.ts';
import { calendarRoutes } from './calendar-routes.ts';
import { aboutAbstracts } from './about-abstracts.ts';
import { announcedWithdrawals } from './announced-withdrawals.ts';
import { programmeList } from './programme-list.ts';
import { openRevisions } from './open-revisions.ts';
import { decisionForm } from './decision-sheet.ts';
import { programmeTables } from './tables.ts';
import { decisionMailKinds } from './mails.ts';

export const programme: Feature = {
  name: 'programme',
  texts: programmeTexts,
  mails: { kinds: decisionMailKinds },

  commands: () => import('./commands.ts'),
  data: {
    tables: programmeTables,
    demo: () => import('./demo.ts'),
    leaves: ({ abstracts, agenda_entries: entries }) => {
      const listed = abstracts.filter(({ id }) =>
        entries.some((entry) => entry.abstract_id === id),
      );
      const references = listed.map(({ reference }) => reference).join(', ');
      return listed.length === 0
        ? []
        : [
            `agenda.yaml has the name in the items of ${references}. Delete them there, and build the site.`,
          ];
    },
  },
  pages: { public: calendarRoutes },
  sections: {
    // Servers of the site load no commands.
    calls: (contextFor) => async (app) => {
      const { ownSessionCalls } = await import('./own-session-calls.ts');
      await app.register(ownSessionCalls(contextFor));
    },
    abstractForms: {
      subject: 'Reviews and decisions',
      read: async (context, id) => ({ decide: await decisionForm(context, id) }),
    },
  },
  watch: {
    abstracts: aboutAbstracts,
    concerns: [announcedWithdrawals, openRevisions],
    lists: [programmeList],
  },
};

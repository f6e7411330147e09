import { listActivities } from '#server/operations/activities.ts';
import { command } from './command.ts';
import { REFERENCE } from './fields.ts';

export const log = command({
  name: 'log',
  title: 'Log of changes',
  summary: 'Lists what organisers changed, when, and under which name; the latest is first.',
  subject: 'Lists and files',
  fields: { reference: { ...REFERENCE, otherwise: 'all orders and abstracts' } },
  asksNobody: true,
  async report({ payments: { db } }, { reference }) {
    const facts = await listActivities(db, {
      ...(reference !== undefined && { reference: reference.toUpperCase() }),
    });
    const lines = facts.map(
      ({ at, who, action, reference: about = '', words }) =>
        `${at}  ${who}  ${action}  ${about}  ${words}`,
    );
    return { facts, lines: facts.length === 0 ? ['Nothing was changed yet.'] : lines };
  },
});

import { listActivities } from '#server/operations/activities.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import { readStory } from '#server/reports/read-story.ts';
import { printTimes } from '#server/reports/wall-clock.ts';
import { command } from '#organiser/command.ts';
import { REFERENCE } from '#organiser/fields.ts';

export const log = command({
  name: 'log',
  title: 'Log of changes',
  summary: 'Lists what organisers changed, when, and under which name; the latest is first.',
  subject: 'Lists and files',
  fields: { reference: { ...REFERENCE, otherwise: 'all orders and abstracts' } },
  async report({ payments: { db }, content }, { reference }) {
    const facts = await listActivities(db, {
      ...(reference !== undefined && { reference: reference.toUpperCase() }),
    });
    if (
      facts.length === 0 &&
      reference !== undefined &&
      !(await readStory(db, reference.toUpperCase()))
    ) {
      throw new ActionImpossible(`There is no order or abstract ${reference}.`);
    }
    const { timezone } = content.conference.dates;
    const time = printTimes(timezone);
    const lines = facts.map(
      ({ at, who, action, reference: about = '', words }) =>
        `${time(at)}  ${who}  ${action}  ${about}  ${words}`,
    );
    const end =
      lines.length === 0 ? 'Nothing was changed yet.' : `All times are those of ${timezone}.`;
    return { facts, lines: [...lines, end] };
  },
});

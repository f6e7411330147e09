import { listActivities } from '#server/operations/activities.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import { readStory } from '#server/reports/read-story.ts';
import { printTimes, withTimes } from '#server/reports/wall-clock.ts';
import { command, field } from '#organiser/command.ts';
import { REFERENCE } from '#organiser/fields.ts';

export const log = command({
  name: 'log',
  title: 'Log of changes',
  summary: 'Lists what organisers changed, when, and under which name; the latest is first.',
  subject: 'Lists and files',
  fields: {
    reference: { ...REFERENCE, otherwise: 'all orders and abstracts' },
    by: field('text', '--by "NAME OR ADDRESS"', 'Changes by', { otherwise: 'everybody' }),
  },
  async report({ payments: { db }, content }, { reference, by = '' }) {
    const all = await listActivities(db, {
      ...(reference !== undefined && { reference: reference.toUpperCase() }),
    });
    const facts = all.filter(({ who }) => who.toLowerCase().includes(by.toLowerCase()));
    if (
      all.length === 0 &&
      reference !== undefined &&
      !(await readStory(db, reference.toUpperCase()))
    ) {
      throw new ActionImpossible(`There is no order or abstract ${reference}.`);
    }
    const { timezone } = content.conference.dates;
    const time = printTimes(timezone);
    const lines = facts.map(
      ({ at, who, action, reference: about = '', words }) =>
        `${time(at)}  ${who}  ${action}  ${about}  ${withTimes(words, time)}`,
    );
    const end =
      lines.length === 0
        ? `Nothing was changed${by === '' ? ' yet' : ` by ${by}`}.`
        : `All times are those of ${timezone}.`;
    return { facts, lines: [...lines, end] };
  },
});

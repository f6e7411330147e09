import { command, field } from '#organiser/command.ts';
import { REFERENCE } from '#organiser/fields.ts';
import { planDecisions } from './decide-abstracts.ts';
import { readDecisionSheet } from './decision-sheet.ts';

/** An action that only pages offer: on the command line decisions come from a sheet. */
export const decide = command({
  name: 'decide',
  title: 'Decide',
  isForPages: true,
  summary: 'Records the decision about one abstract, and writes to the author on request.',
  fields: {
    reference: REFERENCE,
    outcome: field('choice', '--outcome', 'Decision', {
      choices: [
        { value: 'ACCEPTED', label: 'Accepted' },
        { value: 'REJECTED', label: 'Rejected' },
      ],
    }),
    presentation: field('text', '--presentation TEXT', 'Presentation', { otherwise: 'none' }),
    day: field('text', '--day 2026-05-29', 'Day', { hint: 'or “Fri”, “Day 1”', otherwise: 'none' }),
    starts: field('text', '--start 09:00', 'Start', { otherwise: 'none' }),
    ends: field('text', '--end 09:20', 'End', { otherwise: 'none' }),
    room: field('text', '--room TEXT', 'Room', { otherwise: 'none' }),
    track: field('text', '--track TEXT', 'Track', { otherwise: 'none' }),
    chair: field('text', '--chair "NAME"', 'Chair', { otherwise: 'none' }),
    number: field('text', '--number P12', 'Number of the poster', { otherwise: 'none' }),
    slot: field('text', '--slot TEXT', 'Slot in words, before the times are known', {
      otherwise: 'none',
    }),
    commentForAuthor: field('text', '--comment TEXT', 'Comment for the author', {
      longest: 10_000,
      otherwise: 'none',
    }),
    isSending: field('flag', '--send', 'Write to the author now'),
  },
  plan(context, { isSending, outcome, ...typed }) {
    const cells = Object.entries({ ...typed, decision: outcome.toLowerCase() });
    const given = cells.flatMap(([column, cell]) => (cell === undefined ? [] : [[column, cell]]));
    // The form is read as a sheet of one row with the columns that were filled in.
    const sheet = [given.map(([column]) => column), given.map(([, cell]) => cell)];
    const { decisions } = readDecisionSheet(sheet, context.content.conference);
    return planDecisions(context, { decisions, isSending });
  },
});

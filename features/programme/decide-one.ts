import { type Command, command, field } from '#organiser/command.ts';
import type { CommandContext } from '#organiser/command-context.ts';
import { REFERENCE } from '#organiser/fields.ts';
import { quotaSettings } from '#server/config/feature-settings.ts';
import type { Plan } from '#server/operations/plan.ts';
import { planDecisions } from './decide-abstracts.ts';
import { readDecisionSheet } from './decision-sheet.ts';

const fields = {
  reference: REFERENCE,
  outcome: field('choice', '--outcome', 'Decision', {
    choices: [
      { value: 'ACCEPTED', label: 'Accepted' },
      { value: 'REJECTED', label: 'Rejected' },
      { value: 'REVISE', label: 'Revise' },
    ],
  }),
  reviseUntil: field('text', '--revise-until 2026-03-10', 'Revise until', {
    hint: 'such as 2026-03-10, or 2026-03-10 18:00',
    otherwise: 'as it is',
  }),
  presentation: field('presentation', '--presentation TEXT', 'Presentation', {
    otherwise: 'none',
  }),
};

const comment = {
  commentForAuthor: field('text', '--comment TEXT', 'Comment for the author', {
    longest: 10_000,
    otherwise: 'none',
  }),
};

/** An action that only pages offer: on the command line decisions come from a sheet. */
export const decide = command({
  name: 'decide',
  title: 'Decide',
  subject: 'Reviews and decisions',
  isForPages: true,
  summary: 'Records the decision about one abstract, and writes to the author on request.',
  fields: {
    ...fields,
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
    ...comment,
    isSending: field('flag', '--send', 'Write to the author now'),
  },
  isAtOnce: true,
  plan: (context, { isSending, ...typed }) => planOne(context, typed, { isSending }),
});

/** The same for a track chair, without slots and letters: hours and letters are those of the whole conference. */
export function decideIn(session: { id: string; name: string }): Command {
  return command({
    name: 'decide',
    title: 'Decide',
    subject: 'Own sessions',
    isForPages: true,
    summary: 'Records the decision about one abstract. The chair writes to the authors.',
    fields: { ...fields, ...comment },
    isAtOnce: true,
    plan: (context, typed) =>
      planOne(context, typed, { isSending: false, session, isOfTrack: true }),
  });
}

/** The form is read as a sheet of one row with the columns that were filled in. */
function planOne(
  context: CommandContext,
  { outcome, ...typed }: { outcome: string } & Record<string, string | undefined>,
  how: Omit<Parameters<typeof planDecisions>[1], 'decisions'>,
): Promise<Plan> {
  const cells = Object.entries({ ...typed, decision: outcome.toLowerCase() });
  const given = cells.flatMap(([column, cell]) => (cell === undefined ? [] : [[column, cell]]));
  const sheet = [given.map(([column]) => column), given.map(([, cell]) => cell)];
  const { decisions } = readDecisionSheet(sheet, context.content.conference);
  const { mails: mailsPerHour } = quotaSettings(context.env);
  return planDecisions(context, { ...how, decisions, mailsPerHour });
}

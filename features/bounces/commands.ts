import { printTimes } from '#server/reports/wall-clock.ts';
import { counted } from '#server/counted.ts';
import { act } from '#server/operations/act.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import { type Command, command, field } from '#organiser/command.ts';
import { bounceWords, liftBounces, listBounces, openBounces } from './bounces.ts';

const bounces = command({
  name: 'bounces',
  before: 'report',
  title: 'Mails that came back',
  summary:
    'Lists the addresses from which mails came back. They get no letters and reminders, and still the mails that somebody waits for.',
  subject: 'Mails',
  async report({ payments: { db }, content }) {
    const at = printTimes(content.conference.dates.timezone);
    const facts = (await listBounces(db)).filter((row) => row.lifted_at === null);
    return {
      facts,
      lines: facts.map(
        (row) => `${at(row.at)}  ${row.email}  ${row.reference ?? row.mail}: ${bounceWords(row)}`,
      ),
      none: 'No mail came back.',
    };
  },
});

const liftBounce = command({
  name: 'bounces',
  when: '--lift',
  id: 'lift-bounces',
  title: 'Let an address get mails again',
  summary: 'Ends that letters and reminders are kept from an address from which mails came back.',
  subject: 'Mails',
  fields: { email: field('email', '--lift ADDRESS', 'Address') },
  asksProviders: false,
  async plan(context, { email }) {
    const { db } = context.payments;
    const [rows = []] = (await openBounces(db, [email])).values();
    if (rows.length === 0) throw new ActionImpossible(`No mail to ${email} came back.`);
    return {
      words: [
        `${email}: ${rows.map(bounceWords).join(', ')}. It would get letters and reminders again.`,
      ],
      button: `Let ${email} get mails again`,
      async perform() {
        const count = await act(context, async ({ tx, moment, record }) => {
          const lifted = await liftBounces(tx, email, moment);
          await record({ action: 'bounces', words: `${email} gets mails again` });
          return lifted;
        });
        return [`${email} gets mails again (${counted(count, 'report')}).`];
      },
    };
  },
});

export const commands: readonly Command[] = [bounces, liftBounce];

import { resolve } from 'node:path';
import { listDeadLetters, troubleWords } from '#server/mail/dead-letters.ts';
import { findHold } from '#server/mail/hold.ts';
import { returnAddresses } from '#server/mail/returned-mails.ts';
import { heldKinds } from '#server/mail/mail-kinds.ts';
import { NotDelivered } from '#server/mail/mailer.ts';
import { createMailer, senderOf } from '#server/mail/create-mailer.ts';
import { HELD, planHold } from '#server/operations/hold-mails.ts';
import { planRevivedMails } from '#server/operations/revive-mails.ts';
import { listWaiting } from '#server/mail/waiting-mails.ts';
import { printTimes } from '#server/reports/wall-clock.ts';
import { counted } from '#server/counted.ts';
import { command, field } from '#organiser/command.ts';
import { CommandError } from '#organiser/command-context.ts';

export const mails = command({
  name: 'mails',
  summary: 'Lists the mails that wait, by kind and letter, and those that were given up.',
  notOffered: 'The page Mails shows it.',
  async report({ payments, content }) {
    const deadLetters = await listDeadLetters(payments.db);
    const waiting = await listWaiting(payments.db, heldKinds(content.mails));
    const hold = await findHold(payments.db);
    const at = printTimes(content.conference.dates.timezone);
    return {
      facts: { waiting, deadLetters },
      lines: [
        ...(hold === undefined ? [] : [`${HELD[hold]}: organiser mails --release sends them.`]),
        ...waiting.map(({ kind, count, oldest, letter }) => {
          const which = letter ? `letter ${letter.id.slice(0, 8)} “${letter.subject}”` : kind;
          return `waiting ${String(count).padStart(5)}  ${which}, since ${at(oldest)}`;
        }),
        ...deadLetters.map(
          ({ kind, recipient, attempts, diedAt, trouble }) =>
            `${at(diedAt)}  ${kind} to ${recipient}: ${counted(attempts, 'try', 'tries')}, ${troubleWords(trouble)}`,
        ),
      ],
    };
  },
});

export const retryMails = command({
  name: 'mails',
  when: '--retry',
  id: 'retry-mails',
  title: 'Try them again',
  summary: 'Gives every mail that was given up ten more tries.',
  subject: 'Mails',
  isElsewhere: true,
  asksProviders: false,
  isAtOnce: true,
  plan: planRevivedMails,
});

export const holdMails = command({
  name: 'mails',
  when: '--hold',
  id: 'hold-mails',
  title: 'Stop mails',
  summary:
    'Stops all mails of every server, or only letters to many people; they wait until they are released.',
  subject: 'Mails',
  fields: { letters: field('flag', '--letters', 'Stop only letters to many people') },
  asksProviders: false,
  plan: (context, { letters }) => planHold(context, { hold: letters ? 'letters' : 'all' }),
});

export const releaseMails = command({
  name: 'mails',
  when: '--release',
  id: 'release-mails',
  title: 'Release mails',
  summary: 'Sends mails again that were stopped.',
  subject: 'Mails',
  asksProviders: false,
  plan: (context) => planHold(context, { hold: undefined }),
});

export const testMail = command({
  name: 'mails',
  when: '--test',
  id: 'test-mail',
  title: 'Send a test mail',
  summary:
    'Sends one mail to an address at once, and says why if the mail server does not accept it.',
  exitsWith1: 'if it is not accepted',
  subject: 'Mails',
  fields: { recipient: field('email', '--test ADDRESS', 'Address') },
  /** Sends the mail without the outbox, to test that the mail server accepts it. */
  async work({ content, env, dataDir, payments }, { recipient }, print) {
    const { name } = content.conference;
    const folder = resolve(dataDir, 'mail');
    const way = env.SMTP_HOST === undefined ? folder : `${env.SMTP_HOST}:${env.SMTP_PORT}`;
    try {
      const sender = senderOf(content.conference, env);
      const id = payments.newId();
      await createMailer(env, folder, payments.clock).send({
        ...sender,
        messageId: `<test-${id}@${sender.from.address.split('@')[1]}>`,
        to: recipient,
        returnTo: (await returnAddresses(payments.db, env))?.(id),
        language: 'en',
        subject: `${name}: test`,
        text: `This mail shows that the registration site of ${name} can send mails. Nothing needs to be done.\n`,
        html: undefined,
        attachments: [],
      });
    } catch (error) {
      if (!(error instanceof NotDelivered)) throw error;
      throw new CommandError(`The mail could not be sent by ${way}: ${error.message}.`);
    }
    await print(
      env.SMTP_HOST === undefined
        ? `No mail server is set: the mail is a file in ${folder}.\n`
        : `${way} accepted the mail to ${recipient}. Please check that it arrives, and that it is not in the spam folder.\n`,
    );
  },
});

import { resolve } from 'node:path';
import { listDeadLetters, reviveDeadLetters } from '#server/mail/dead-letters.ts';
import { heldKinds } from '#server/mail/mail-kinds.ts';
import { NotDelivered } from '#server/mail/mailer.ts';
import { openMailer, senderOf } from '#server/mail/open-mailer.ts';
import { planDiscard } from '#server/letters/discard-letter.ts';
import { planHold } from '#server/letters/hold-mails.ts';
import { listWaiting } from '#server/letters/waiting-mails.ts';
import { carryOut, type Command, JSON_OPTION, readArguments, YES_OPTION } from './command.ts';
import { type CommandContext, CommandError, withCommandContext } from './command-context.ts';

export const mails: Command = {
  name: 'mails',
  help: `mails [--retry] [--json]
      lists the mails that wait, by kind and letter, and those that were given up; --retry gives each of these ten tries
  npm run --silent organiser -- mails --hold [--letters] [--yes]
      stops all mails of every server, or only letters to many; they wait. --release lets them go out again
  npm run --silent organiser -- mails --discard LETTER [--yes]
      takes a letter to many back from those whom it has not reached; LETTER is its subject or its id
  npm run --silent organiser -- mails --test ADDRESS
      sends one mail to this address at once; exit code 1 and the mail server's reason if it is not taken`,
  async run(args, print) {
    const { values } = readArguments(
      args,
      {
        ...JSON_OPTION,
        ...YES_OPTION,
        retry: { type: 'boolean', default: false },
        test: { type: 'string' },
        hold: { type: 'boolean', default: false },
        letters: { type: 'boolean', default: false },
        release: { type: 'boolean', default: false },
        discard: { type: 'string' },
      },
      0,
    );
    const { test: recipient, hold, letters, release, discard: letter } = values;
    if (letter !== undefined && (hold || release)) {
      throw new CommandError('Discard a letter, or hold or release mails?', 2);
    }
    if (hold && release) throw new CommandError('Hold them, or release them?', 2);
    if (letters && !hold) throw new CommandError('--letters goes with --hold.', 2);
    await withCommandContext(
      async (context) => {
        const how = { isReal: values.yes, flag: '--yes' } as const;
        if (letter !== undefined) return carryOut(planDiscard(context, { letter }), how, print);
        if (hold || release) {
          const request = { hold: release ? undefined : letters ? 'letters' : 'all' } as const;
          return carryOut(planHold(context, request), how, print);
        }
        return recipient === undefined
          ? mailsCommand(context, values, print)
          : testMailCommand(context, recipient, print);
      },
      { asksNobody: true },
    );
    return 0;
  },
};

/** Lists what waits, and the mails that were given up, with whom they were for and why; `retry` gives each of these ten more tries. */
export async function mailsCommand(
  { payments, content }: Pick<CommandContext, 'payments' | 'content'>,
  { retry, json }: { retry: boolean; json: boolean },
  print: (line: string) => Promise<void>,
): Promise<void> {
  const letters = await listDeadLetters(payments.db);
  const revived = retry ? await reviveDeadLetters(payments.db, payments.clock()) : 0;
  const waiting = await listWaiting(payments.db, heldKinds(content.mails));
  if (json) return print(`${JSON.stringify({ waiting, deadLetters: letters, revived })}\n`);
  for (const { kind, count, oldest, letter } of waiting) {
    const which =
      letter === undefined ? kind : `letter ${letter.id.slice(0, 8)} “${letter.subject}”`;
    await print(`waiting ${String(count).padStart(5)}  ${which}, since ${oldest}\n`);
  }
  for (const { kind, recipient, attempts, diedAt, trouble } of letters) {
    await print(
      `${diedAt} ${kind} to ${recipient}: ${attempts} ${attempts === 1 ? 'try' : 'tries'}, ${trouble}\n`,
    );
  }
  if (retry) await print(`${revived} mails will be tried again by the server.\n`);
}

/** Sends one mail at once, past the outbox, to see that the mail server takes it. */
export async function testMailCommand(
  {
    content,
    env,
    dataDir,
    payments,
  }: Pick<CommandContext, 'content' | 'env' | 'dataDir' | 'payments'>,
  recipient: string,
  print: (line: string) => Promise<void>,
): Promise<void> {
  const { name } = content.conference;
  const folder = resolve(dataDir, 'mail');
  const way = env.SMTP_HOST === undefined ? folder : `${env.SMTP_HOST}:${env.SMTP_PORT}`;
  try {
    const sender = senderOf(content.conference, env);
    await openMailer(env, folder).send({
      ...sender,
      messageId: `<test-${payments.newId()}@${sender.from.address.split('@')[1]}>`,
      to: recipient,
      subject: `${name}: test`,
      text: `This mail shows that the registration site of ${name} can send mails. Nothing needs to be done.\n`,
      html: undefined,
      attachments: [],
    });
  } catch (error) {
    if (!(error instanceof NotDelivered)) throw error;
    throw new CommandError(`${way} did not take the mail: ${error.message}.`);
  }
  await print(
    env.SMTP_HOST === undefined
      ? `No mail server is set: the mail is a file in ${folder}.\n`
      : `${way} took the mail to ${recipient}. See that it arrives, and not among the spam.\n`,
  );
}

import { listDeadLetters, reviveDeadLetters } from '#server/mail/dead-letters.ts';
import type { CommandContext } from './command-context.ts';

/** Lists the mails that were given up, with whom they were for and why; `isRetry` gives each ten more tries. */
export async function mailsCommand(
  { payments }: Pick<CommandContext, 'payments'>,
  isRetry: boolean,
  print: (line: string) => Promise<void>,
): Promise<void> {
  for (const { kind, recipient, attempts, diedAt, trouble } of await listDeadLetters(payments.db)) {
    await print(`${diedAt} ${kind} to ${recipient}: ${attempts} tries, ${trouble}\n`);
  }
  if (isRetry) {
    const count = await reviveDeadLetters(payments.db, payments.clock());
    await print(`${count} mails will be tried again by the server.\n`);
  }
}

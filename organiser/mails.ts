import { listDeadLetters, reviveDeadLetters } from '#server/mail/dead-letters.ts';
import type { CommandContext } from './command-context.ts';

/** Lists the mails that were given up, with whom they were for and why; `retry` gives each ten more tries. */
export async function mailsCommand(
  { payments }: Pick<CommandContext, 'payments'>,
  { retry, json }: { retry: boolean; json: boolean },
  print: (line: string) => Promise<void>,
): Promise<void> {
  const letters = await listDeadLetters(payments.db);
  const revived = retry ? await reviveDeadLetters(payments.db, payments.clock()) : 0;
  if (json) return print(`${JSON.stringify({ deadLetters: letters, revived })}\n`);
  for (const { kind, recipient, attempts, diedAt, trouble } of letters) {
    await print(`${diedAt} ${kind} to ${recipient}: ${attempts} tries, ${trouble}\n`);
  }
  if (retry) await print(`${revived} mails will be tried again by the server.\n`);
}

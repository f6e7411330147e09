import { features } from '#features/index.ts';
import { ContentError } from '#server/content/content-error.ts';
import { DatabaseUnusable } from '#server/database/database.ts';
import { SettingError } from '#server/config/env.ts';
import { isDiskFull } from '#server/files/write-refusal.ts';
import { registerFeatures } from '#server/features.ts';
import { CommandError } from './command-context.ts';
import { runCommand } from './run-command.ts';

// If the reader of the output closes it, as head does, the command ends.
process.stdout.on('error', () => process.exit(1));

// The command's files contain personal data, and it may make the data folder.
process.umask(0o077);

/** The exit code of a command that could not do its work, such as without the database; the server ends itself with it, too. */
const FAILED = 70;

/** The promise waits for a slow reader. */
function print(text: string): Promise<void> {
  return new Promise((done, fail) => {
    process.stdout.write(text, (error) => (error ? fail(error) : done()));
  });
}

registerFeatures(features);
// These are made of what the features offer.
const { commands } = await import('./commands.ts');
const args = process.argv.slice(2);
process.exitCode = await run().catch((error: unknown) => {
  const isForTheOperator = [CommandError, SettingError, ContentError, DatabaseUnusable].some(
    (kind) => error instanceof kind,
  );
  console.error(
    isForTheOperator && error instanceof Error
      ? error.message
      : isDiskFull(error)
        ? 'The disk is full, so the command did not finish. Make room, and run it again.'
        : error,
  );
  if (error instanceof CommandError) return error.exitCode;
  return isForTheOperator && !(error instanceof DatabaseUnusable) ? 1 : FAILED;
});

async function run(): Promise<number> {
  if (args[0] !== 'complete') return runCommand(commands, args, print);
  const { completed } = await import('./completion.ts');
  await print(completed(commands, args.slice(1)));
  return 0;
}

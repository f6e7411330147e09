import { ContentError } from '#server/content/content-error.ts';
import { DatabaseUnusable } from '#server/database/database.ts';
import { SettingError } from '#server/config/env.ts';
import { CommandError } from './command-context.ts';
import { commands } from './commands.ts';
import { runCommand } from './run-command.ts';

// A closed reader, such as head, ends the command.
process.stdout.on('error', () => process.exit(1));

// Its files hold personal data, and it may make a data folder.
process.umask(0o077);

/** Waits for a slow reader. */
function print(text: string): Promise<void> {
  return new Promise((done, fail) => {
    process.stdout.write(text, (error) => (error ? fail(error) : done()));
  });
}

process.exitCode = await runCommand(commands, process.argv.slice(2), print).catch(
  (error: unknown) => {
    const isForTheOperator = [CommandError, SettingError, ContentError, DatabaseUnusable].some(
      (kind) => error instanceof kind,
    );
    console.error(isForTheOperator && error instanceof Error ? error.message : error);
    return error instanceof CommandError ? error.exitCode : 1;
  },
);

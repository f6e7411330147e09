import { features } from '#features/index.ts';
import { ContentError } from '#server/content/content-error.ts';
import { DatabaseUnusable } from '#server/database/database.ts';
import { SettingError } from '#server/config/env.ts';
import { registerFeatures } from '#server/features.ts';
import { CommandError } from './command-context.ts';
import { runCommand } from './run-command.ts';

// If the reader of the output closes it, as head does, the command ends.
process.stdout.on('error', () => process.exit(1));

// The command's files contain personal data, and it may make the data folder.
process.umask(0o077);

/** The promise waits for a slow reader. */
function print(text: string): Promise<void> {
  return new Promise((done, fail) => {
    process.stdout.write(text, (error) => (error ? fail(error) : done()));
  });
}

registerFeatures(features);
// These are made of what the features offer.
const { commands } = await import('./commands.ts');
process.exitCode = await runCommand(commands, process.argv.slice(2), print).catch(
  (error: unknown) => {
    const isForTheOperator = [CommandError, SettingError, ContentError, DatabaseUnusable].some(
      (kind) => error instanceof kind,
    );
    console.error(isForTheOperator && error instanceof Error ? error.message : error);
    return error instanceof CommandError ? error.exitCode : 1;
  },
);

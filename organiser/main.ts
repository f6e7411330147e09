import { ContentError } from '#server/content/content-error.ts';
import { DatabaseUnusable } from '#server/database/database.ts';
import { SettingError } from '#server/config/env.ts';
import type { Command } from './command.ts';
import { CommandError } from './command-context.ts';
import { commands } from './commands.ts';

const HELP = `The organiser's commands. They work beside a running server and without one.

${commands.map(helpOf).join('\n')}

They read the same settings as the server: DATA_DIR, DATABASE_URL and the payment keys. Each says what it does with
--help. Exit code 0: done; 1: something needs a person; 2: not called as it should be.
`;

// A closed reader, such as head, ends the command.
process.stdout.on('error', () => process.exit(1));

// Its files hold personal data, and it may make a data folder.
process.umask(0o077);

const [name, ...rest] = process.argv.slice(2);
const command = commands.find((each) => each.name === name);
process.exitCode = await run().catch((error: unknown) => {
  if (error instanceof CommandError) {
    console.error(error.message);
    if (error.exitCode === 2 && command) console.error(`\n${helpOf(command)}`);
    return error.exitCode;
  }
  const isForTheOperator =
    error instanceof SettingError ||
    error instanceof ContentError ||
    error instanceof DatabaseUnusable;
  console.error(isForTheOperator ? error.message : error);
  return 1;
});

async function run(): Promise<number> {
  if (command) {
    if (!rest.includes('--help')) return command.run(rest, print);
    await print(`${helpOf(command)}\n`);
    return 0;
  }
  if (name !== undefined && name !== 'help' && name !== '--help') {
    throw new CommandError(`There is no command "${name}".\n\n${HELP}`, 2);
  }
  await print(HELP);
  return 0;
}

function helpOf({ help }: Command): string {
  return `  npm run --silent organiser -- ${help}`;
}

/** Waits for a slow reader. */
function print(text: string): Promise<void> {
  return new Promise((done, fail) => {
    process.stdout.write(text, (error) => (error ? fail(error) : done()));
  });
}

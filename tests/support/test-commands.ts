import { readEnv } from '#server/config/env.ts';
import type { TestServer } from './test-server.ts';
import type { CommandContext } from '#organiser/command-context.ts';

/** The context of a command beside a test server: its database and its files. */
export function testContext({ organising, files }: TestServer): CommandContext {
  const store = async () => files.store;
  const { dataDir } = files;
  const context: CommandContext = {
    ...organising,
    env: readEnv({}),
    dataDir,
    store,
    latest: async () => context,
  };
  return context;
}

/** The output of a command, in one text. */
export async function printed(
  command: (print: (line: string) => Promise<void>) => Promise<unknown>,
): Promise<string> {
  let text = '';
  await command(async (line) => void (text += line));
  return text;
}

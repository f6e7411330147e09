import { readEnv } from '#server/config/env.ts';
import type { TestServer } from './test-server.ts';
import type { CommandContext } from '#organiser/command-context.ts';

/** A command line beside a test server: its books and its files. */
export function testContext({ organising, files }: TestServer): CommandContext {
  const store = async () => files.store;
  const { dataDir } = files;
  return { ...organising, env: readEnv({}), dataDir, store };
}

/** The output of a command, in one text. */
export async function printed(
  command: (print: (line: string) => Promise<void>) => Promise<unknown>,
): Promise<string> {
  let text = '';
  await command(async (line) => void (text += line));
  return text;
}

import { readEnv } from '#server/config/env.ts';
import type { TestServer } from './test-server.ts';
import { commands } from '#organiser/commands.ts';
import type { CommandContext } from '#organiser/command-context.ts';
import { runCommand } from '#organiser/run-command.ts';

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

/** Runs a command as if somebody typed it beside the server; returns its output and its exit code. */
export async function ran(context: CommandContext, ...args: string[]) {
  let text = '';
  const print = async (part: string) => void (text += part);
  const code = await runCommand(commands, args, print, (work) => work(context));
  return { text, code };
}

/** Runs a command and returns only its output. */
export async function organise(context: CommandContext, ...args: string[]): Promise<string> {
  return (await ran(context, ...args)).text;
}

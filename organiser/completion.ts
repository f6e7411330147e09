import { type Dirent, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Command as CompletedCommand, type Complete, RootCommand } from '@bomb.sh/tab';
import type { Command, Field } from './command.ts';
import { CommandError } from './command-context.ts';

/** The words after `plenary`. */
const programs = {
  start: 'builds the pages, if the conference has changed, and serves them',
  build: 'builds the pages only',
  serve: 'serves the pages only',
  check: 'checks the files of the conference',
  dashboard: 'opens the dashboard',
  organiser: 'runs a command of the organisers',
};

/**
 * Answers a shell that completes what somebody types after `plenary`: `complete bash` prints the script which the shell
 * loads, and that script asks with `complete -- WORDS` at each press of the tab key. The words come from the definitions
 * of the commands, so that none is missing. It prints to the standard output.
 *
 * @throws {CommandError} for another shell
 */
export function complete(commands: readonly Command[], args: readonly string[]): void {
  const [shell = '', ...words] = args;
  const last = words.at(-1) ?? '';
  const root = new RootCommand();
  for (const [name, summary] of Object.entries(programs)) root.command(name, summary);
  for (const { name, summary, fields, when, isForPages, ...kind } of commands) {
    if (isForPages) continue;
    const known = commandOf(root, `organiser ${name}`, firstSentence(summary));
    known.option('help', 'explains the command');
    for (const field of Object.values(fields)) {
      const { typed, label } = field;
      const [option = ''] = typed.split(' ');
      const values = valuesOf(field, last);
      if (!option.startsWith('--')) known.argument(option, values, true);
      else if (field.kind === 'flag') known.option(option.slice(2), label);
      else known.option(option.slice(2), label, values);
    }
    if (when !== undefined && !known.options.has(when.slice(2))) known.option(when.slice(2), '');
    if ('report' in kind) known.option('json', 'prints the facts for programs');
    if ('plan' in kind && kind.isAtOnce === undefined) {
      known.option((kind.confirm ?? '--yes').slice(2), 'does it');
    }
  }
  if (shell === '--') root.parse(words);
  else if (shells.includes(shell)) root.setup('plenary', 'plenary', shell);
  else throw new CommandError(`Please say ${shells.join(', ')}: plenary complete bash`, 2);
}

const shells = ['bash', 'zsh', 'fish'];

/** Finds or makes a command, and those that begin it: `review` of `review write`. */
function commandOf(root: RootCommand, path: string, summary: string): CompletedCommand {
  const parts = path.split(' ');
  for (let count = 2; count < parts.length; count++) {
    const before = parts.slice(0, count).join(' ');
    if (!root.commands.has(before)) root.command(before, '');
  }
  return root.commands.get(path) ?? root.command(path, summary);
}

/** The words that a field understands, and the files of the folder that is typed so far. */
function valuesOf({ kind, choices = [], words = {} }: Field, last: string) {
  return (add: Complete) => {
    for (const { value, label } of choices) add(value, label);
    for (const [word, meaning] of Object.entries(words)) add(word, meaning);
    if (!['sheet', 'statement', 'letter', 'document', 'file', 'path'].includes(kind)) return;
    const folder = last.endsWith('/') ? last : dirname(last);
    for (const entry of entriesOf(folder)) {
      add(join(folder, entry.name, entry.isDirectory() ? '/' : ''), '');
    }
  };
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function firstSentence(text: string): string {
  return /^[^.\n]+/.exec(text)?.[0] ?? text;
}

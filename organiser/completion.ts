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
 * The script that a shell loads once. None of them evaluates what is typed: the words are arguments of the program, which answers
 * with a line for each completion. Without an answer the shell completes names of files.
 */
const scripts: Record<string, string> = {
  bash: `_plenary() {
  mapfile -t COMPREPLY < <("\${COMP_WORDS[0]}" complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f 1)
}
complete -o default -F _plenary plenary ./plenary
`,
  zsh: `_plenary() {
  local -a found
  found=("\${(@f)$("\${words[1]}" complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null | cut -f 1)}")
  found=(\${found:#})
  if (( $#found )); then compadd -a found; else _files; fi
}
compdef _plenary plenary ./plenary
`,
  fish: `function _plenary
  set -l typed (commandline --current-process --tokenize --cut-at-cursor)
  $typed[1] complete -- $typed[2..] (commandline --current-token --cut-at-cursor) 2>/dev/null
end
complete --command plenary --arguments '(_plenary)'
`,
};

/**
 * The answer to a shell: `complete bash` gives the script that the shell loads, and that script asks with `complete --
 * WORDS` at each press of the tab key, the last word being the one to complete. Each line has a word and its meaning. The
 * words come from the definitions of the commands, so that none is missing.
 *
 * @throws {CommandError} for another shell
 */
export function completed(commands: readonly Command[], args: readonly string[]): string {
  const [shell = '', ...words] = args;
  const script = scripts[shell];
  if (script !== undefined) return script;
  if (shell !== '--') {
    throw new CommandError(
      `Please say ${Object.keys(scripts).join(', ')}: plenary complete bash`,
      2,
    );
  }
  const last = words.at(-1) ?? '';
  const offers = offersAfter(commands, words.slice(0, -1));
  return [...offers]
    .filter(([word]) => word.startsWith(last) && (last !== '' || !word.startsWith('--')))
    .map(([word, meaning]) => `${word}\t${meaning}\n`)
    .join('');
}

type Offers = ReadonlyMap<string, string>;

function offersAfter(commands: readonly Command[], before: readonly string[]): Offers {
  const [program, ...typed] = before;
  if (program === undefined) return new Map(Object.entries(programs));
  const within = { dashboard: ['dashboard'], check: ['check'], organiser: [] }[program];
  if (!within) return new Map();
  const words = [...within, ...typed];
  const offered = commands.filter(({ isForPages }) => !isForPages);
  const called = offered.filter(({ name }) => startsWith(words, name.split(' ')));
  if (called.length > 0) return offersOf(called, words.at(-1) ?? '');
  const beginning = offered.filter(({ name }) => startsWith(name.split(' '), words));
  return new Map(
    // The first definition of a name says what the command is for.
    beginning
      .toReversed()
      .map(({ name, summary }) => [
        name.split(' ')[words.length] ?? '',
        /^[^.\n]+/.exec(summary)?.[0] ?? '',
      ]),
  );
}

function startsWith(words: readonly string[], beginning: readonly string[]): boolean {
  return beginning.every((word, at) => words[at] === word);
}

/** The options of a command, or the words that its option before understands. */
function offersOf(called: readonly Command[], before: string): Offers {
  const fields = called.flatMap((command) => Object.values(command.fields));
  const asking = fields.find(({ typed, kind }) => kind !== 'flag' && optionOf(typed) === before);
  if (asking && before.startsWith('--')) return valuesOf(asking);
  const options = called.flatMap((command) => [
    ...Object.values(command.fields).map(({ typed, label }) => [optionOf(typed), label] as const),
    ...(command.when === undefined ? [] : [[command.when, ''] as const]),
    ...('report' in command ? [['--json', 'prints the facts for programs'] as const] : []),
    ...('plan' in command && !command.isAtOnce
      ? [[command.confirm ?? '--yes', 'does it'] as const]
      : []),
  ]);
  const values = fields.filter(({ typed }) => !typed.startsWith('--')).map(valuesOf);
  return new Map([
    ...values.flatMap((each) => [...each]),
    ...options.filter(([option]) => option.startsWith('--')).toReversed(),
    ['--help', 'explains the command'],
  ]);
}

function optionOf(typed: string): string {
  return typed.split(' ')[0] ?? '';
}

/** The words that a field understands in every conference. */
function valuesOf({ choices = [], wordsIn, words = wordsIn?.() ?? {} }: Field): Offers {
  return new Map([
    ...choices.map(({ value, label }) => [value, label] as const),
    ...Object.entries(words),
  ]);
}

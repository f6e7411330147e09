import { extname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { nearestWord } from '#contract/nearest-word.ts';
import { plainText, readingsOf } from '#contract/typed-reference.ts';
import { ActionImpossible, NotUnderstood } from '#server/operations/plan.ts';
import type { Command, Field, Print } from './command.ts';
import { CommandError, withCommandContext } from './command-context.ts';
import { otherFolderWords } from './other-folder.ts';
import { ownContent } from './own-content.ts';
import { plainOutput } from './plain-output.ts';
import { versionAndCommit } from './version-and-commit.ts';
import { howToRun } from '#server/how-to-run.ts';

/** Runs the command that the first arguments name, or prints help. Returns the exit code. */
export async function runCommand(
  commands: readonly Command[],
  args: readonly string[],
  write: Print,
  withContext: typeof withCommandContext = withCommandContext,
): Promise<0 | 1> {
  const print: Print = (text) => write(plainOutput(text));
  const [name, part = ''] = args;
  if (name === undefined || name === 'help' || name === '--help') {
    await print(helpOfAll(commands));
    return 0;
  }
  if (name === '--version') {
    await print(`Plenary ${versionAndCommit()}\n`);
    return 0;
  }
  const exact = commands.filter((each) => [name, `${name} ${part}`].includes(each.name));
  const alike = commands.filter((each) => each.name.startsWith(`${name} `));
  const named = exact.length > 0 ? exact : alike;
  if (named.length === 0) {
    throw new CommandError(
      `There is no command "${name}".${meantName(commands, name)} ${howToRun.organiser} help lists them.`,
      2,
    );
  }
  if (args.includes('--help')) {
    await print(named.map(helpOf).join(''));
    return 0;
  }
  try {
    const [one] = exact;
    if (!one) throw new NotUnderstood(`Please say ${oneOf(named.map((each) => each.name))}.`);
    const call = understood(exact, args.slice(one.name.split(' ').length));
    return await perform(call, print, withContext);
  } catch (error) {
    if (error instanceof NotUnderstood) {
      const calls = named.map((each) => `  ${callOf(each)}\n`).join('');
      throw new CommandError(`${error.message}\n\n${calls}\n${name} --help explains it.`, 2);
    }
    if (!(error instanceof ActionImpossible)) throw error;
    const { message, remedy = '' } = error;
    const [field] = exact.flatMap(({ fields }) => fields[remedy] ?? []);
    throw new CommandError(field ? `${message} Add ${field.typed}.` : message);
  }
}

async function perform(
  { command, typed, given }: Understood,
  print: Print,
  withContext: typeof withCommandContext,
): Promise<0 | 1> {
  if ('alone' in command) return (await command.alone(typed, print)) ?? 0;
  const { asksProviders = 'plan' in command } = command;
  return withContext(
    async (context) => {
      const other = await otherFolderWords(context);
      if (other !== undefined) {
        // A dashboard, which asks providers, acts as long as it is open.
        if (asksProviders || 'plan' in command || given.has('--yes') || given.has('--send')) {
          throw new CommandError(other);
        }
        console.error(other);
      }
      if ('work' in command) return (await command.work(context, typed, print)) ?? 0;
      if ('report' in command) {
        const { facts, lines, needsPerson = false } = await command.report(context, typed);
        if (given.has('--json')) await print(`${JSON.stringify(facts, undefined, 2)}\n`);
        else for (const line of lines) await print(`${line}\n`);
        return needsPerson ? 1 : 0;
      }
      const plan = await command.plan(context, typed);
      for (const sentence of plan.words) await print(`${sentence}\n`);
      if (plan.button === undefined) return 0;
      const confirming = confirmingOptions(command);
      if (confirming.length > 0 && !confirming.some(({ option }) => given.has(option))) {
        const adds = confirming.map(({ option, does }) => `Add ${option} to ${does}.`);
        await print(`Nothing was changed. ${adds.join(' ')}\n`);
        return 0;
      }
      for (const sentence of await plan.perform()) await print(`${sentence}\n`);
      return 0;
    },
    { asksProviders },
  );
}

type Understood = { command: Command; typed: Record<string, unknown>; given: ReadonlySet<string> };

/** Chooses the definition among those of one name, and parses its arguments. */
function understood(named: readonly Command[], args: readonly string[]): Understood {
  const { values, words } = split(named, args);
  const command = chooseDefinition(named, values, words);
  const own = optionsOf(command);
  for (const option of values.keys()) {
    if (own.has(option)) continue;
    const [home] = named.filter((each) => optionsOf(each).has(option));
    throw new NotUnderstood(
      command.when === undefined && home?.when !== undefined
        ? `${option} goes with ${home.when}.`
        : isForAbstracts(command) !== (home !== undefined && isForAbstracts(home))
          ? `${option} ${isForAbstracts(command) ? 'does not go' : 'goes'} with the reference of an abstract.`
          : `${option} does not go with ${command.when ?? `${command.name} alone`}.`,
    );
  }
  const typed: Record<string, unknown> = {};
  const left = [...words];
  for (const [name, field] of Object.entries(command.fields)) {
    const value = isOption(field) ? optionValue(values, field) : wordValue(left, field);
    if (value !== undefined) typed[name] = pathOf(field, value);
    else if (field.kind !== 'flag' && field.otherwise === undefined) throw missing(command, field);
  }
  // The command's own option outweighs another option that confirms.
  const confirm = confirmOf(command);
  if (confirm !== undefined && values.has(confirm)) {
    for (const [name, { confirms }] of Object.entries(command.fields)) {
      if (confirms !== undefined) delete typed[name];
    }
  }
  if (left.length > 0) throw new NotUnderstood(`"${left.join(' ')}" is not understood.`);
  command.check(typed);
  return { command, typed, given: new Set(values.keys()) };
}

/** The options with their values, and the other words. */
function split(named: readonly Command[], args: readonly string[]) {
  const known = new Map(named.flatMap((command) => [...optionsOf(command)]));
  const options = [...known].map(([option, field]) => {
    const type = field && field.kind !== 'flag' ? ('string' as const) : ('boolean' as const);
    return [option.slice(2), { type }] as const;
  });
  const values = new Map<string, string>();
  const words: string[] = [];
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(options),
    strict: false,
    tokens: true,
    allowPositionals: true,
  });
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind !== 'option') continue;
    const { rawName, value, inlineValue: isInline = false } = token;
    if (!known.has(rawName)) {
      throw new NotUnderstood(`${named[0]?.name} has no option ${rawName}.`);
    }
    if (values.has(rawName)) throw new NotUnderstood(`${rawName} is given twice.`);
    const field = known.get(rawName);
    const takesValue = field !== undefined && field.kind !== 'flag';
    if (!takesValue && value !== undefined) {
      throw new NotUnderstood(`${rawName} takes no value.`);
    }
    if (takesValue && (value === undefined || (!isInline && /^-./.test(value)))) {
      throw new NotUnderstood(`${rawName} needs a value: ${typedOf(field)}.`);
    }
    values.set(rawName, value ?? '');
  }
  return { values, words };
}

/**
 * The definition whose option is given. Without such an option: a definition with words if words are given, for
 * abstracts if the first word is the reference of one, or else a definition without words.
 */
function chooseDefinition(
  named: readonly Command[],
  values: ReadonlyMap<string, unknown>,
  words: readonly string[],
): Command {
  const chosen = named.filter(({ when }) => when !== undefined && values.has(when));
  const [first, second] = chosen;
  if (second) throw new NotUnderstood(`${first?.when} and ${second.when} do not go together.`);
  const others = named.filter(({ when }) => when === undefined);
  const fitting = others.filter((each) => takesWords(each) === words.length > 0);
  const beginning = words.slice(0, 4).join(' ');
  const isAbstract = readingsOf(beginning).some((each) => ABSTRACT.test(plainText(each)));
  const meant = fitting.find((each) => isForAbstracts(each) === isAbstract);
  const command = first ?? meant ?? fitting[0] ?? others[0];
  if (command) return command;
  const ways = named.map(({ when = '', fields }) => {
    const field = Object.values(fields).find(({ typed }) => optionOf(typed) === when);
    return field ? typedOf(field) : when;
  });
  throw new NotUnderstood(`Please add ${oneOf(ways)}.`);
}

/** AB26-7K3M-9QXW, perhaps with blanks in place of the hyphens. */
const ABSTRACT = /(?:^|[^A-Z0-9])AB\d\d[^A-Z0-9]{0,3}[A-Z0-9]{4}[^A-Z0-9]{0,3}[A-Z0-9]{4}/;

function isForAbstracts({ fields }: Command): boolean {
  return Object.values(fields).some(({ kind }) => kind === 'abstract');
}

function takesWords({ fields }: Command): boolean {
  return Object.values(fields).some((field) => !isOption(field));
}

/** Every option of a command, with its field if there is one. */
function optionsOf(command: Command): Map<string, Field | undefined> {
  const fields = Object.values(command.fields).filter(isOption);
  return new Map([
    ...[command.when, 'report' in command ? '--json' : confirmOf(command)]
      .filter((option) => option !== undefined)
      .map((option) => [option, undefined] as const),
    ...fields.map((field) => [optionOf(field.typed), field] as const),
  ]);
}

function confirmOf(command: Command): string | undefined {
  if (!('plan' in command) || command.isAtOnce) return undefined;
  return command.confirm ?? '--yes';
}

function confirmingOptions(command: Command): { option: string; does: string }[] {
  const confirm = confirmOf(command);
  const others = Object.values(command.fields).filter(({ confirms }) => confirms !== undefined);
  return [
    ...(confirm === undefined ? [] : [{ option: confirm, does: 'do it' }]),
    ...others.map(({ typed, confirms = '' }) => ({ option: typed, does: confirms })),
  ];
}

function isOption({ typed }: Field): boolean {
  return typed.startsWith('--');
}

/** `--amount 120.00` -> `--amount` */
function optionOf(typed: string): string {
  return typed.split(' ')[0] ?? typed;
}

function optionValue(values: ReadonlyMap<string, string>, { typed, kind }: Field) {
  const value = values.get(optionOf(typed));
  return value !== undefined && kind === 'flag' ? true : value;
}

function wordValue(left: string[], { kind, many, joined }: Field): string | string[] | undefined {
  if (many) return left.splice(0);
  if (joined && left.length > 0) return left.splice(0).join(' ');
  if (kind === 'reference' || kind === 'abstract') {
    for (let count = 2; count <= Math.min(left.length, 6); count++) {
      const typed = left.slice(0, count).join(' ');
      if (IN_PARTS.test(plainText(typed))) return left.splice(0, count).join(' ');
    }
  }
  return left.shift();
}

/** A reference that the blanks in it have made several words: PS26 7K3M 9QXW */
const IN_PARTS =
  /^(?:REF[A-Z]*\b[^\p{L}\p{N}]*)?[A-Z0-9]{2,8}[\s-]+[A-Z0-9]{4}[\s-]*[A-Z0-9]{4}[^\p{L}\p{N}]*$/u;

/** Makes the path of a file absolute, and checks the ending of a new file. */
function pathOf(field: Field, value: unknown): unknown {
  const { kind, endings } = field;
  if (Array.isArray(value)) return value.map((each) => pathOf(field, each));
  if (
    typeof value !== 'string' ||
    !['sheet', 'statement', 'letter', 'document', 'file', 'path'].includes(kind)
  ) {
    return value;
  }
  if (endings && !endings.includes(extname(value).toLowerCase())) {
    throw new NotUnderstood(`The name of the file has to end with ${oneOf(endings)}.`);
  }
  return resolve(callersFolder(process.env), value);
}

/** The folder in which the organiser called the command: npm runs it in the folder of the project. */
export function callersFolder({
  npm_package_json: run,
  INIT_CWD: from,
}: NodeJS.ProcessEnv): string {
  const isByNpm = run === join(import.meta.dirname, '..', 'package.json');
  return (isByNpm ? from : undefined) ?? process.cwd();
}

function missing({ name }: Command, field: Field): NotUnderstood {
  const example = field.endings ? `, such as ${name}${field.endings[0]}` : '';
  return new NotUnderstood(
    field.kind === 'file'
      ? `Please name the file to write${example}.`
      : !isOption(field) && field.hint?.startsWith('such as')
        ? `Please add the ${field.label.toLowerCase()}, ${field.hint}.`
        : `Please add ${typedOf(field)} (${field.label.toLowerCase()}).`,
  );
}

/** A question that names the command with the fewest letters of difference, if there are few. */
function meantName(commands: readonly Command[], typed: string): string {
  const names = commands.flatMap(({ name }) => name.split(' ')[0] ?? name);
  const meant = nearestWord(names, typed.toLowerCase());
  return meant === undefined ? '' : ` Did you mean ${meant}?`;
}

function oneOf(ways: readonly string[]): string {
  return ways.join(' or ');
}

/** A field in the help, with the values of a choice. */
function typedOf({ typed, choices, many }: Field): string {
  const values = choices ? ` ${choices.map(({ value }) => value).join('|')}` : '';
  return `${typed}${values}${many ? ' ...' : ''}`;
}

function callOf(command: Command): string {
  const fields = Object.values(command.fields).filter(({ confirms }) => confirms === undefined);
  const confirming = confirmingOptions(command).map(({ option }) => option);
  const hasField = fields.some(({ typed }) => optionOf(typed) === command.when);
  const call = (field: Field) =>
    field.kind === 'flag' || field.many || field.otherwise !== undefined
      ? `[${typedOf(field)}]`
      : typedOf(field);
  const parts = [
    howToRun.organiser,
    command.name,
    ...fields.filter((field) => !isOption(field)).map(call),
    hasField ? undefined : command.when,
    ...fields.filter(isOption).map(call),
    confirming.length > 0 ? `[${confirming.join('|')}]` : undefined,
    'report' in command ? '[--json]' : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(' ');
}

function shortHelpOf(command: Command): string {
  const { summary, exitsWith1 } = command;
  const exit = exitsWith1 === undefined ? '' : ` Exit code 1 ${exitsWith1}.`;
  return `  ${callOf(command)}\n${wrapped(summary + exit, 6)}`;
}

/** The call, the summary, and the meaning of each argument. */
function helpOf(command: Command): string {
  const confirm = confirmOf(command);
  const rows = [
    ...Object.values(command.fields).flatMap((field) => {
      const { label, hint, wordsIn, words = wordsIn?.(ownContent()) ?? {}, otherwise } = field;
      const about = [label, hint, otherwise && `otherwise ${otherwise}`];
      return [
        [typedOf(field), about.filter((part) => part !== undefined).join('; ')] as const,
        ...Object.entries(words).map(([word, meaning]) => [`  ${word}`, meaning] as const),
      ];
    }),
    ...(confirm === undefined
      ? []
      : [[confirm, 'Does it; otherwise the command only shows its effect'] as const]),
  ];
  const lines = rows.map(([typed, about]) => `${`      ${typed}`.padEnd(36)}  ${about}\n`);
  return `${shortHelpOf(command)}${lines.join('')}\n`;
}

function helpOfAll(commands: readonly Command[]): string {
  return `The organiser's commands. They work beside a running server and without one.

${commands.map(shortHelpOf).join('\n')}
They read the same settings as the server: DATA_DIR, DATABASE_URL and the payment keys. --help after a command explains
its options, --version alone prints the version and the commit. A command that changes something only says what it would do, until you add --yes, or --send where mail or
money goes out. Exit code 0: done; 1: something needs a person; 2: the command was not understood; 70: it
could not work, as without its database.
`;
}

/** Breaks a text into lines of at most 120 characters. */
function wrapped(text: string, indent: number): string {
  const lines = text.match(new RegExp(`.{1,${120 - indent}}(?: |$)`, 'g')) ?? [];
  return lines.map((line) => `${' '.repeat(indent)}${line.trimEnd()}\n`).join('');
}

import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ifThere } from '#tests/support/has-feature.ts';
import { organise, testContext } from '#tests/support/test-commands.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { commands } from './commands.ts';
import { offered } from './dashboard/actions.ts';
import { CommandError } from './command-context.ts';
import { callersFolder, runCommand } from './run-command.ts';

async function ran(line: string) {
  let text = '';
  const never = async () => {
    throw new Error('opened');
  };
  const code = await runCommand(
    commands,
    line.split(' ').filter(Boolean),
    async (part) => void (text += part),
    never,
  );
  return { code, text };
}

test.each([
  ['by npm, from elsewhere', join(process.cwd(), 'package.json'), '/home/chair', '/home/chair'],
  ['by npm of another project', '/srv/other/package.json', '/srv/other', process.cwd()],
  ['by node', undefined, undefined, process.cwd()],
])('names of files are relative to the folder of the caller: %s', (_, run, from, folder) => {
  expect(callersFolder({ npm_package_json: run, INIT_CWD: from })).toBe(folder);
});

test('a relative name of a file is that of the caller, also among several', async () => {
  vi.stubEnv('npm_package_json', join(process.cwd(), 'package.json'));
  vi.stubEnv('INIT_CWD', '/home/chair');
  onTestFinished(() => void vi.unstubAllEnvs());
  const server = await startTestSite();
  const context = testContext(server);
  for (const words of [
    ['group', 'a.xlsx'],
    ...ifThere('programme', ['decide', 'a.xlsx']),
    ...ifThere('peer-review', ['review', '--collect', 'a.xlsx']),
    ...ifThere('members', ['members', 'a.xlsx']),
  ]) {
    await expect(organise(context, ...words)).rejects.toThrow(
      'There is no file /home/chair/a.xlsx',
    );
  }
});

test('--version names the version and the commit', async () => {
  const { code, text } = await ran('--version');
  expect(code).toBe(0);
  expect(text).toMatch(/^Plenary \d+\.\d+\.\d+( \(commit [0-9a-f]{8,}(-dirty)?\))?\n$/);
});

test.each([
  ['refnd A', 'There is no command "refnd". Did you mean refund?'],
  ['forget', 'There is no command "forget". npm run --silent organiser -- help lists them.'],
  ['doctor --all', 'doctor has no option --all.'],
  ['refund PS26-7K3M-9QXW -x', 'refund has no option -x.'],
  ['refund', 'Please add the reference, such as PS26-7K3M-9QXW.'],
  ['refund A B', '"B" is not understood.'],
  ['refund A --amount', '--amount needs a value: --amount 120.00.'],
  ['refund A --amount --send', '--amount needs a value: --amount 120.00.'],
  ['refund A --send=yes', '--send takes no value.'],
  ['refund A --amount 1 --amount 2', '--amount is given twice.'],
  ['refund --cancel a --settled b', '--cancel and --settled do not go together.'],
  ['refund --cancel a --amount 5', '--amount does not go with --cancel.'],
  ['cancel', 'Please add the reference'],
  ['cancel A --all', '"A" is not understood.'],
  ['cancel --all --amount 5.00', '“5.00” is not one of all.'],
  ['cancel A --undo --amount 5.00', '--amount does not go with --undo.'],
  ['mails --hold --release', '--hold and --release do not go together.'],
  ['mails --letters', '--letters goes with --hold.'],
  ['status everything', '"everything" is not understood.'],
  ['status --yes', 'status has no option --yes.'],
  ['export --format xml', '“xml” is not one of jsonl.'],
  ['abstracts', 'Please add --out FOLDER or --zip FILE.zip.'],
  ...ifThere(
    'programme',
    ['decide', 'Please add FILE.xlsx|FILE.csv (sheet).'],
    ['group --template a.csv', 'The name of the file has to end with .xlsx.'],
  ),
  ['table a.ods', 'The name of the file has to end with .xlsx or .csv.'],
  ['table a.csv --sheet everything', '“everything” is not one of participants, '],
  ...ifThere(
    'badges',
    ['badges', 'Please name the file to write, such as badges.pdf.'],
    ['badges a.pdf --size b5', '“b5” is not one of card, a6.'],
  ),
  ['report', 'Please name the file to write, such as report.html.'],
  ['backup', 'Please name the file to write.'],
  ['reconcile --days many', 'Days to look back has to be a whole number.'],
  ['person forget ada@example.org', 'Please say person export or person erase.'],
  ['agree guest@example.org 90.00', 'Please add "WORDS" (text on the receipt).'],
  ...ifThere('letters', ['write letter.md', 'Please add --to "paid, speaker" (recipients).']),
  ...ifThere('invitations', ['invite', 'Please add FILE.xlsx|FILE.csv (sheet).']),
])('%s is refused with 2: %s', async (line, sentence) => {
  const error: unknown = await ran(line).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(CommandError);
  expect(error).toMatchObject({ exitCode: 2, message: expect.stringContaining(sentence) });
  // The correct calls follow, without a message of Node.
  expect(String(error)).toContain('npm run --silent organiser -- ');
});

const withJson = commands.filter(
  (each) => 'report' in each || Object.values(each.fields).some(({ typed }) => typed === '--json'),
);

test('every command with --json prints one JSON text', async () => {
  const server = await startTestSite();
  const { reference } = (await server.submit()).json;
  const example: Record<string, string> = { TEXT: 'nobody', EMAIL: 'nobody@lab.example' };
  for (const { name, when = [], fields } of withJson) {
    const words = Object.values(fields).flatMap(({ typed, otherwise }) =>
      otherwise === undefined && /^[A-Z]/.test(typed) ? (example[typed] ?? String(reference)) : [],
    );
    const args = [...name.split(' '), ...[when].flat(), ...words, '--json'];
    const text = await server.organise(...args);
    expect(() => JSON.parse(text), args.join(' ')).not.toThrow();
  }
});

test('a folder in the place of a file is named', async () => {
  const server = await startTestSite();
  const { dataDir } = server.files;
  for (const call of [
    ['restore'],
    ['restore', '--check'],
    ...ifThere('bank-statements', ['bank']),
    ...ifThere('desk', ['desk', '--merge']),
  ]) {
    await expect(server.organise(...call, dataDir)).rejects.toThrow(
      new CommandError(`${dataDir} is a folder.`),
    );
  }
});

test('no two commands have the same call or the same action of the dashboard', () => {
  const calls = commands.map(({ name, when = '', fields }) => {
    const isForAbstracts = Object.values(fields).some(({ kind }) => kind === 'abstract');
    return `${name} ${when} ${Object.keys(fields).length > 0} ${isForAbstracts}`;
  });
  const actions = offered.map(({ id, name }) => id ?? name);
  for (const all of [calls, actions]) {
    expect(all.filter((each, at) => all.indexOf(each) !== at)).toEqual([]);
  }
});

test.each(commands)(
  '--help of $name shows its call, its summary and every option',
  async (command) => {
    const { code, text } = await ran(`${command.name} --help`);
    expect(code).toBe(0);
    expect(text).toContain(`organiser -- ${command.name}`);
    for (const { typed, label } of Object.values(command.fields)) {
      expect(text).toContain(typed);
      expect(text).toContain(label);
    }
    expect((await ran('help')).text.replaceAll(/\s+/g, ' ')).toContain(command.summary);
  },
);

import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { readEnv } from '#server/config/env.ts';
import { newId, systemClock, timestamp } from '#server/identity.ts';
import { decryptText, encryptText } from '#server/operations/encryption.ts';
import { ActsUnreadable } from './desk-acts.ts';
import { DeskPack, makeDeskPack } from './desk-pack.ts';
import { planMerge } from './merge-desk.ts';
import { recordActivity } from '#server/operations/activities.ts';
import { inTransaction } from '#server/database/database.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import { readRange } from '#server/reports/date-range.ts';
import { printTimes } from '#server/reports/wall-clock.ts';
import { counted } from '#server/counted.ts';
import { command, field, type Print } from '#organiser/command.ts';
import { type CommandContext, CommandError } from '#organiser/command-context.ts';
import { cannotRead } from '#organiser/given-file.ts';
import { writeNewFile } from '#organiser/new-file.ts';

export const deskPack = command({
  name: 'desk',
  when: '--pack',
  summary:
    'Writes the list for a registration desk without a network, encrypted with a pass phrase that it prints once.',
  notOffered: 'The list goes to another machine.',
  fields: {
    path: field('file', '--pack FILE.desk', 'File', { endings: ['.desk'] }),
    until: field('date', '--until 2026-05-30', 'Last day on which it can be used'),
  },
  asksNobody: true,
  async work(context, { path, until }, print) {
    const { passPhrase, people } = await writePack(context, path, until);
    await print(
      `${path}: people: ${people}, to be used until the end of ${until}.\n\nPass phrase: ${passPhrase}\n\nWrite it down: nothing else opens the list, and it is shown only now.\n`,
    );
  },
});

export const desk = command({
  name: 'desk',
  summary:
    'Opens the registration desk from a list, without a network and a database; runs until Ctrl+C.',
  notOffered: 'It runs on a laptop without an installation.',
  fields: {
    path: field('path', 'FILE.desk', 'List'),
    laptop: field('text', '--laptop NAME', 'Name of this laptop', { otherwise: 'its host name' }),
  },
  async alone({ path, laptop = hostname() }, print) {
    const { DASHBOARD_PORT: port } = readEnv(process.env);
    const pack = await openPack(path, await askPassPhrase());
    await serveDesk({ pack, path, laptop, port }, print);
  },
});

export const mergeDesk = command({
  name: 'desk',
  when: '--merge',
  summary: 'Shows what desks without a network recorded, and checks these people in.',
  notOffered: 'Its files come from laptops.',
  fields: { paths: field('path', 'FILE.acts', 'Files of desks', { many: true }) },
  asksNobody: true,
  async plan(context, { paths }) {
    if (paths.length === 0) throw new ActionImpossible('Please name the files of the desks.');
    const files = await Promise.all(
      paths.map(async (path) => {
        const text = await readFile(path, 'utf8').catch(cannotRead(path));
        return { name: basename(path), text };
      }),
    );
    return planMerge(context, files);
  },
  confirm: '--yes',
});

/** Writes a new list and records who made it. */
export async function writePack(context: CommandContext, path: string, until: string) {
  const { payments, content, actor } = context;
  const day = readRange({ from: until, until }, content.conference.dates.timezone);
  const pack = await makeDeskPack(context, day?.until ?? '');
  const passPhrase = (newId().slice(0, 16).match(/.{4}/g) ?? []).join('-');
  await writeNewFile(path, await encryptText(JSON.stringify(pack), passPhrase));
  await inTransaction(payments.db, (tx) =>
    recordActivity(
      tx,
      { ...payments, actor },
      {
        action: 'desk',
        reference: undefined,
        words: `a list of ${counted(pack.people.length, 'person', 'people')} for a desk, until ${until}`,
      },
    ),
  );
  return { passPhrase, people: pack.people.length };
}

/** Decrypts a list that can be used now. */
export async function openPack(
  path: string,
  passPhrase: string,
  clock = systemClock,
): Promise<DeskPack> {
  const bytes = await readFile(path).catch(cannotRead(path));
  const text = await decryptText(bytes, passPhrase.trim().toLowerCase());
  if (text === undefined) {
    throw new CommandError(`${path} does not open: another pass phrase, or the file has changed.`);
  }
  const { data: pack } = DeskPack.safeParse(JSON.parse(text));
  if (!pack) throw new CommandError(`${path} is a list of another version of this program.`);
  if (timestamp(clock()) >= pack.until) {
    const at = printTimes(pack.conference.timeZone);
    throw new CommandError(`${path} was made for use until ${at(pack.until)}.`);
  }
  return pack;
}

/** hall.desk -> hall.LAPTOP.acts */
export function actsPathOf(path: string, laptop: string): string {
  return `${path.replace(/\.desk$/, '')}.${laptop.replaceAll(/[^\w-]+/g, '-')}.acts`;
}

async function serveDesk(
  { pack, path, laptop, port }: { pack: DeskPack; path: string; laptop: string; port: number },
  print: Print,
): Promise<void> {
  // The imports are here, because no other command needs a server.
  const { openDashboard, untilStopped } = await import('#organiser/dashboard/open-dashboard.ts');
  const { openOffLineDesk } = await import('./off-line-desk.ts');
  const { offLineCalls } = await import('./off-line-calls.ts');
  const acts = actsPathOf(path, laptop);
  const open = () => {
    try {
      return openOffLineDesk({ pack, path: acts, laptop, clock: systemClock, newId });
    } catch (error) {
      if (error instanceof ActionImpossible) throw new CommandError(error.message);
      if (error instanceof ActsUnreadable) throw new CommandError(`${acts}: ${error.message}.`);
      throw error;
    }
  };
  const opened = open();
  const { address, close } = await openDashboard({ calls: offLineCalls(opened), port });
  await print(
    `The desk, for the browser that opens this address first:\n\n${address}\n\nEach act is in ${acts} before the page shows it. The desk ends with Ctrl+C; the same command goes on with it.\n`,
  );
  await untilStopped();
  await close();
  opened.close();
}

async function askPassPhrase(): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question('Pass phrase of the list: ');
  } finally {
    terminal.close();
  }
}

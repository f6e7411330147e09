import { join } from 'node:path';
import { emailAddress } from '#contract/text.ts';
import { emptyLog } from '#server/database/database.ts';
import { elsewhereWords, removalsElsewhere, WHO_REMOVES } from '#server/files/files-elsewhere.ts';
import { endOf } from '#server/privacy/cutoff.ts';
import { erasePerson, planErasure } from '#server/privacy/erase-person.ts';
import { exportPerson } from '#server/privacy/export-person.ts';
import { personPage } from '#server/privacy/person-page.ts';
import { command, type Print, field } from '#organiser/command.ts';
import { type CommandContext, CommandError } from '#organiser/command-context.ts';
import { YES } from '#organiser/fields.ts';
import { writeNewFile } from '#organiser/new-file.ts';
import { inColumn } from '#organiser/plain-output.ts';

const EMAIL = field('email', 'EMAIL', 'Email');

export const exportPersonalData = command({
  name: 'person export',
  id: 'person-export',
  title: "Export a person's data",
  summary:
    'Writes everything that is stored about an address: as a page that the person can read if FILE ends in .html, else as JSON.',
  subject: 'People',
  // It has the reviews of an author, too.
  right: 'Server',
  fileName: ({ isJson }) => (isJson === true ? 'person.json' : 'person.html'),
  fields: {
    email: EMAIL,
    path: field('file', 'FILE', 'File', { otherwise: 'it is printed' }),
    isJson: field('flag', '--json', 'As JSON'),
  },
  work: (context, { email, path, isJson }, print) =>
    personCommand(context, { action: 'export', email, path, isJson }, print),
});

export const erasePersonalData = command({
  name: 'person erase',
  summary: 'Deletes everything about an address; amounts, dates and references of payments stay.',
  notOffered: 'Nobody can take an erasure back, so nobody starts one with a click.',
  fields: {
    email: EMAIL,
    isEvenPaid: field('flag', '--even-paid', 'Even if the person paid'),
    isReal: YES,
  },
  work: (context, request, print) => personCommand(context, { action: 'erase', ...request }, print),
});

type PersonRequest =
  | { action: 'export'; email: string; path: string | undefined; isJson?: boolean }
  | { action: 'erase'; email: string; isReal: boolean; isEvenPaid: boolean };

/** A person's request: everything that is stored about an address, or its erasure. */
export async function personCommand(
  context: CommandContext,
  request: PersonRequest,
  print: Print,
): Promise<void> {
  const { data } = emailAddress.safeParse(request.email);
  if (data === undefined) throw new CommandError(`"${request.email}" is no email address.`, 2);
  const email = data.toLowerCase();
  const { conference, privacy } = context.content;
  if ([conference.secretary.email, privacy.controller.email].includes(email)) {
    throw new CommandError(
      `${email} is the conference's own address: every mail would be about it.`,
    );
  }
  if (request.action === 'erase') return erase(context, { ...request, email }, print);

  const stored = await exportPerson(
    context.payments.db,
    await context.store(),
    email,
    context.payments.clock(),
  );
  const isPage = !request.isJson && /\.html?$/i.test(request.path ?? '');
  const { name, dates } = conference;
  const { currency } = context.content.prices;
  const text = isPage
    ? personPage(stored, { conference: name, timezone: dates.timezone, currency })
    : `${JSON.stringify(stored, undefined, 2)}\n`;
  if (request.path === undefined) return print(text);
  await writeNewFile(request.path, text);
  await print(`${request.path}: all stored data about ${email}\n`);
}

async function erase(
  { payments, content, dataDir, store }: CommandContext,
  { email, isReal, isEvenPaid }: { email: string; isReal: boolean; isEvenPaid: boolean },
  print: Print,
): Promise<void> {
  const erasure = {
    db: payments.db,
    now: payments.clock(),
    conferenceEnd: endOf(content.conference.dates.end),
    store: await store(),
    mailFolder: join(dataDir, 'mail'),
  };
  const {
    counts,
    waits,
    warnings,
    namedIn,
    left: outside,
  } = isReal
    ? await erasePerson(erasure, email, isEvenPaid)
    : await planErasure(payments.db, email, erasure);
  if (isReal) await emptyLog(payments.db);
  const some = Object.entries(counts).filter(([, count]) => count > 0);
  if (some.length === 0) return print(`No data are stored about ${email}.\n`);
  for (const [what, count] of some)
    await print(`${inColumn(what, 36)}${String(count).padStart(6)}\n`);
  if (namedIn.length > 0) {
    await print(
      `look: the same name is among the authors of ${namedIn.join(', ')}, which somebody else sent. If it is the same person, take the name out with: organiser correct ${namedIn[0]} --authors\n`,
    );
  }
  for (const sentence of outside) await print(`look: ${sentence}\n`);
  for (const wait of waits) await print(`wait: ${wait}\n`);
  for (const warning of warnings) await print(`careful: ${warning}\n`);
  if (waits.length > 0) throw new CommandError('Nothing was erased. Try again afterwards.');
  if (warnings.length > 0 && !isEvenPaid) {
    throw new CommandError(
      'Nothing was erased. Add --even-paid to erase the data in spite of this.',
    );
  }
  const left = elsewhereWords(await removalsElsewhere(payments.db, erasure.store.id));
  if (isReal && left !== undefined) {
    throw new CommandError(`Erased from the database, but ${left}: ${WHO_REMOVES}.`);
  }
  await print(
    isReal
      ? 'Erased. Data may remain in backups, the mailbox of the secretary, the accounts at the payment providers, and files of other people.\n'
      : 'Nothing was erased. Add --yes to do it.\n',
  );
}

import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ContentError } from '#server/content/content-error.ts';
import { siteFolders } from '#server/content/folders.ts';
import { DatabaseUnusable } from '#server/database/database.ts';
import { SettingError } from '#server/env.ts';
import { saveAbstracts } from './abstracts.ts';
import { agreeCommand, listAgreementsCommand } from './agree.ts';
import { backupCommand } from './backup.ts';
import { withCommandContext, CommandError } from './command-context.ts';
import { commands } from './commands.ts';
import { doctorCommand } from './doctor.ts';
import { exportJsonLines } from './export.ts';
import { adoptCommand, installationCommand } from './installation.ts';
import { leftoversCommand } from './leftovers.ts';
import { newConferenceCommand } from './new-conference.ts';
import { personCommand } from './person.ts';
import { purgeCommand } from './purge.ts';
import { reconcileCommand } from './reconcile.ts';
import { cancelRefundCommand, refundCommand } from './refund.ts';
import { restoreCommand } from './restore.ts';
import { showCommand } from './show.ts';
import { statusCommand } from './status.ts';

const HELP = `The organiser's commands. They work beside a running server and without one.

  npm run --silent organiser -- new FOLDER [--schemas]
      writes a folder for a conference of your own, to be named in CONTENT_DIR: the sample, to be edited, with a schema of
      each file for editors; --schemas only renews the schemas of a folder, after an update
  npm run --silent organiser -- leftovers
      names what in the conference's folder is still the sample's; exit code 1 if anything is
  npm run --silent organiser -- export --format jsonl
      every registration, order, payment, refund, dispute and abstract, one JSON object a line
  npm run --silent organiser -- abstracts --out FOLDER [--infected]
      saves the files of all abstracts, each named by its reference; exit code 1 if one is damaged or infected; an
      infected one is saved with --infected only
  npm run --silent organiser -- show PS26-7K3M-9QXW [--json]
      one order: who, what, each attempt to pay, refunds, disputes, documents and mails
  npm run --silent organiser -- status [--json]
      how many registrations, orders, refunds, disputes and abstracts there are, the money received, and which servers run
  npm run --silent organiser -- backup FILE
      writes all rows and files of this moment into one new archive; the server may run
  npm run --silent organiser -- restore FILE [--check]
      restores a backup into an empty data folder or database, on either engine; --check only compares its checksums
  npm run --silent organiser -- doctor [--quiet] [--json]
      what is pretended and what is live, which servers run, the last webhooks, what waits; exit code 1 if something
      needs a person; --quiet says only what does, for monitoring
  npm run --silent organiser -- installation [--json]
      which payment accounts and which files this database is used with
  npm run --silent organiser -- installation --adopt [--yes]
      takes over other accounts or files that the settings name; without --yes it only says what would change
  npm run --silent organiser -- reconcile [--days 30] [--json]
      asks about open payments and names every difference between our ledger and the providers'; exit code 1 if any
  npm run --silent organiser -- refund PS26-7K3M-9QXW [--amount 120.00] [--despite-dispute] [--send]
      sends money back; without --send it only says what it would do; while a dispute is open it needs --despite-dispute
  npm run --silent organiser -- refund --cancel ID [--send]
      takes a refund back that was not sent; doctor shows the ids
  npm run --silent organiser -- agree EMAIL AMOUNT "WORDS" [--yes]
      records an amount, without the processing fee, that was agreed for a discount registration: as soon as it is paid from this
      address, the place is confirmed, with these words on the receipt; without --yes it only says what it would do
  npm run --silent organiser -- agree [--json]
      what was agreed, and what was paid without an agreement
  npm run --silent organiser -- purge [--yes]
      deletes what has been kept for its retention period (content/privacy.yaml); without --yes it only says what
  npm run --silent organiser -- person export EMAIL [FILE]
      everything that is stored about an address, as JSON, into a new file or as output
  npm run --silent organiser -- person erase EMAIL [--yes] [--even-paid]
      deletes it; amounts, dates and references of payments stay; without --yes it only says what it would do

${commands.map(({ help }) => `  npm run --silent organiser -- ${help}`).join('\n')}

They read the same settings as the server: DATA_DIR, DATABASE_URL and the payment keys. Each says what it does with
--help. Exit code 0: done; 1: something needs a person; 2: not called as it should be.
`;

/** Of a command that reads the books and asks no provider. */
const asksNobody = true;

const JSON_OPTION = { json: { type: 'boolean', default: false } } as const;

/** The lines of one command; undefined where there is no such command. */
function helpOf(command: string): string | undefined {
  const lines = HELP.split(/^(?= {2}npm)|\n\n/m).filter(
    (entry) =>
      entry.startsWith(`  npm run --silent organiser -- ${command} `) ||
      entry.startsWith(`  npm run --silent organiser -- ${command}\n`),
  );
  return lines.length > 0 ? `${lines.join('').trimEnd()}\n` : undefined;
}

// A closed reader, such as head, ends the command.
process.stdout.on('error', () => process.exit(1));

// Its files hold personal data, and it may make a data folder.
process.umask(0o077);
await run(process.argv.slice(2)).catch((error: unknown) => {
  if (error instanceof CommandError) {
    console.error(error.message);
    process.exitCode = error.exitCode;
    return;
  }
  const isForTheOperator =
    error instanceof SettingError ||
    error instanceof ContentError ||
    error instanceof DatabaseUnusable;
  console.error(isForTheOperator ? error.message : error);
  process.exitCode = 1;
});

async function run([command, ...rest]: string[]): Promise<void> {
  const help = rest.includes('--help') ? helpOf(command ?? '') : undefined;
  if (help !== undefined) return print(help);
  const found = commands.find(({ name }) => name === command);
  if (found) {
    process.exitCode = await found.run(rest, print);
    return;
  }
  switch (command) {
    case 'new': {
      const options = { schemas: { type: 'boolean', default: false } } as const;
      const { values, positionals } = read(rest, options, 1);
      const [folder] = positionals;
      if (folder === undefined) throw new CommandError(`Which folder?\n\n${HELP}`, 2);
      // Nothing in it is personal, and the server may belong to another user.
      process.umask(0o022);
      return newConferenceCommand(resolve(folder), { schemasOnly: values.schemas }, print);
    }
    case 'leftovers': {
      read(rest, {}, 0);
      const left = await leftoversCommand(siteFolders(process.env).content, print);
      process.exitCode = left === 0 ? 0 : 1;
      return;
    }
    case 'export': {
      const { format } = read(rest, { format: { type: 'string', default: 'jsonl' } }, 0).values;
      if (format !== 'jsonl')
        throw new CommandError(`--format ${format} is not known: jsonl is.`, 2);
      const { count, elsewhere } = await withCommandContext(
        async ({ payments, store }) => exportJsonLines(payments.db, await store(), print),
        { asksNobody },
      );
      console.error(`${count} records`);
      if (elsewhere !== undefined) console.error(`${elsewhere}.`);
      process.exitCode = elsewhere === undefined ? 0 : 1;
      return;
    }
    case 'abstracts': {
      const { out, infected } = read(
        rest,
        { out: { type: 'string' }, infected: { type: 'boolean', default: false } },
        0,
      ).values;
      if (out === undefined) throw new CommandError(`Where to? Add --out FOLDER.\n\n${HELP}`, 2);
      const saving = { folder: out, withInfected: infected };
      const broken = await withCommandContext(
        async ({ payments, store }) => saveAbstracts(payments.db, await store(), saving, print),
        { asksNobody },
      );
      process.exitCode = broken ? 1 : 0;
      return;
    }
    case 'show': {
      const { values, positionals } = read(rest, JSON_OPTION, 1);
      const [reference] = positionals;
      if (reference === undefined) throw new CommandError(`Which order?\n\n${HELP}`, 2);
      await withCommandContext((context) => showCommand(context, reference, print, values.json), {
        asksNobody,
      });
      return;
    }
    case 'status': {
      const { json } = read(rest, JSON_OPTION, 0).values;
      await withCommandContext((context) => statusCommand(context, print, json), { asksNobody });
      return;
    }
    case 'backup': {
      const [file] = read(rest, {}, 1).positionals;
      if (file === undefined) throw new CommandError(`Into which file?\n\n${HELP}`, 2);
      const broken = await withCommandContext(
        (context) => backupCommand(context, resolve(file), print),
        { asksNobody },
      );
      process.exitCode = broken === 0 ? 0 : 1;
      return;
    }
    case 'restore': {
      const { values, positionals } = read(rest, { check: { type: 'boolean', default: false } }, 1);
      const [file] = positionals;
      if (file === undefined) throw new CommandError(`From which file?\n\n${HELP}`, 2);
      return restoreCommand({ path: resolve(file), isCheck: values.check }, print);
    }
    case 'doctor': {
      const options = { ...JSON_OPTION, quiet: { type: 'boolean', default: false } } as const;
      const { json, quiet } = read(rest, options, 0).values;
      const concerns = await withCommandContext(
        (context) => doctorCommand(context, print, { isJson: json, isQuiet: quiet }),
        { asksNobody },
      );
      process.exitCode = concerns ? 1 : 0;
      return;
    }
    case 'installation': {
      const { adopt, yes, json } = read(rest, {
        adopt: { type: 'boolean', default: false },
        yes: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      }).values;
      await withCommandContext(
        (context) =>
          adopt ? adoptCommand(context, yes, print) : installationCommand(context, json, print),
        { asksNobody },
      );
      return;
    }
    case 'reconcile': {
      const { days, json } = read(
        rest,
        { ...JSON_OPTION, days: { type: 'string', default: '30' } },
        0,
      ).values;
      if (!/^\d{1,4}$/.test(days)) throw new CommandError('--days is a number of days.', 2);
      const differences = await withCommandContext((context) =>
        reconcileCommand(context, Number(days), print, json),
      );
      process.exitCode = differences === 0 ? 0 : 1;
      return;
    }
    case 'refund': {
      const { values, positionals } = read(rest, {
        amount: { type: 'string' },
        cancel: { type: 'string' },
        'despite-dispute': { type: 'boolean', default: false },
        send: { type: 'boolean', default: false },
      });
      const { cancel: id, send: isReal } = values;
      if (id !== undefined) {
        await withCommandContext((context) => cancelRefundCommand(context, { id, isReal }, print));
        return;
      }
      const [reference] = positionals;
      if (reference === undefined) throw new CommandError(`Which order?\n\n${HELP}`, 2);
      const isDespiteDispute = values['despite-dispute'];
      const request = { reference, amount: values.amount, isReal, isDespiteDispute };
      await withCommandContext((context) => refundCommand(context, request, print));
      return;
    }
    case 'agree': {
      const { values, positionals } = read(rest, {
        yes: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      });
      const [email, amount, words, ...more] = positionals;
      if (email === undefined) {
        await withCommandContext((context) => listAgreementsCommand(context, values.json, print), {
          asksNobody,
        });
        return;
      }
      if (amount === undefined || words === undefined || more.length > 0) {
        throw new CommandError(`agree EMAIL AMOUNT "WORDS", with quotes?\n\n${HELP}`, 2);
      }
      const request = { email, amount, words, isReal: values.yes };
      await withCommandContext((context) => agreeCommand(context, request, print));
      return;
    }
    case 'purge': {
      const { yes } = read(rest, { yes: { type: 'boolean', default: false } }, 0).values;
      await withCommandContext((context) => purgeCommand(context, yes, print), { asksNobody });
      return;
    }
    case 'person': {
      const { values, positionals } = read(rest, {
        yes: { type: 'boolean', default: false },
        'even-paid': { type: 'boolean', default: false },
        // The export is JSON in any case.
        json: { type: 'boolean', default: false },
      });
      const [action, email, file] = positionals;
      if ((action !== 'export' && action !== 'erase') || email === undefined) {
        throw new CommandError(`person export EMAIL [FILE], or person erase EMAIL?\n\n${HELP}`, 2);
      }
      const isEvenPaid = values['even-paid'];
      const request =
        action === 'export'
          ? ({ action, email, path: file && resolve(file) } as const)
          : ({ action, email, isReal: values.yes, isEvenPaid } as const);
      await withCommandContext((context) => personCommand(context, request, print), { asksNobody });
      return;
    }
    case undefined:
    case 'help':
    case '--help':
      return print(HELP);
    default:
      throw new CommandError(`There is no command "${command}".\n\n${HELP}`, 2);
  }
}

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>;

/** `mostWords`: how many words that are no options the command takes. */
function read<const O extends Options>(args: string[], options: O, mostWords = Infinity) {
  try {
    const parsed = parseArgs({ args, options, allowPositionals: true });
    const extra = parsed.positionals.slice(mostWords);
    if (extra.length > 0) throw new Error(`"${extra.join(' ')}" is not understood.`);
    return parsed;
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : error}\n\n${HELP}`, 2);
  }
}

/** Waits for a slow reader. */
function print(text: string): Promise<void> {
  return new Promise((done, fail) => {
    process.stdout.write(text, (error) => (error ? fail(error) : done()));
  });
}

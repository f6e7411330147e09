import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '#server/database/database.ts';
import { type Mood, openTestMailServer } from '#server/testing/test-mail-server.ts';
import {
  aPerson,
  expectTrue,
  type Fault,
  get,
  isAlive,
  onSite,
  register,
  type Site,
  until,
} from './fault-site.ts';

/** Before the second try. */
const FIRST_PAUSE_MS = 60_000;

export const mailFaults: readonly Fault[] = [
  {
    name: 'mail server dying',
    done: 'it accepts a mail and stops answering, defers one (451), refuses one address (550), hangs up after a mail, then works again',
    run: mailServerDying,
  },
  {
    name: 'mail server away',
    done: 'nothing listens at its address',
    // Nothing listens on port 9 of this machine.
    run: () => onSite(mailSettings(9), mailServerAway),
  },
];

async function mailServerDying(): Promise<string> {
  const mails = await openTestMailServer();
  try {
    return await onSite(mailSettings(mails.settings.port), async (site) => {
      const people = {
        silent: aPerson('silent'),
        later: aPerson('later'),
        never: aPerson('never'),
        dropped: aPerson('dropped'),
      };
      const moods: Record<keyof typeof people, Mood> = {
        silent: 'falls-silent',
        later: { recipient: 451 },
        never: { recipient: 550 },
        dropped: 'dies-after-mail',
      };
      for (const [name, mood] of entries(moods)) mails.mood(mood, people[name].email);
      const waits: number[] = [];
      for (const person of Object.values(people)) {
        const { status, ms } = await register(site, person);
        expectTrue(status === 200, `a registration answers ${status}`);
        waits.push(ms);
      }
      const began = performance.now();
      const mail = (email: string) => mails.taken.filter(({ to }) => to.includes(email));
      const outbox = openDatabase({ url: undefined, dataDir: site.dataDir, log: () => undefined });
      const rowOf = (email: string) =>
        outbox
          .selectFrom('outbox')
          .select(['attempts', 'trouble', 'sent_at', 'dead_at'])
          .where('recipient', '=', email)
          .executeTakeFirstOrThrow();
      await until(90_000, 'each was tried once', async () => {
        const rows = await Promise.all(Object.values(people).map(({ email }) => rowOf(email)));
        return rows.every(({ trouble }) => trouble !== null);
      });
      for (const name of ['silent', 'later', 'dropped'] as const) {
        mails.mood('takes', people[name].email);
      }
      const healed = ['silent', 'later', 'dropped'] as const;
      await until(120_000, 'the others have their mails', async () => {
        const rows = await Promise.all(healed.map((name) => rowOf(people[name].email)));
        return rows.every(({ sent_at }) => sent_at !== null);
      });
      const seconds = Math.round((performance.now() - began) / 1000);
      expectTrue(seconds * 1000 >= FIRST_PAUSE_MS, `tried again within ${seconds} s`);
      for (const name of healed) {
        const ids = new Set(mail(people[name].email).map(({ text }) => idOf(text)));
        expectTrue(ids.size === 1, `${ids.size} different mails to ${name}`);
      }
      const never = await rowOf(people.never.email);
      await outbox.destroy();
      expectTrue(never.sent_at === null && never.dead_at === null, 'the refused one waits');
      expectTrue(/550/.test(never.trouble ?? ''), `its trouble is ${never.trouble}`);
      expectTrue(mail(people.never.email).length === 0, 'the refused one was not accepted');
      const twice = healed.filter((name) => mail(people[name].email).length === 2);
      return (
        `registrations answered in ${Math.max(...waits)} ms at most; after ${seconds} s every mail is out once by its id ` +
        `(${twice.join(' and ')} came twice); the refused one waits after ${never.attempts} tries with “${never.trouble}”`
      );
    });
  } finally {
    await mails.close();
  }
}

async function mailServerAway(site: Site): Promise<string> {
  const { status, ms } = await register(site);
  expectTrue(status === 200 && ms < 2000, `a registration answers ${status} after ${ms} ms`);
  await pause(3000);
  expectTrue(isAlive(site), 'it lives');
  expectTrue((await get(site, '/')).status === 200, 'pages are there');
  return `a registration 200 after ${ms} ms, pages 200`;
}

function mailSettings(port: number): Record<string, string> {
  return {
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(port),
    SMTP_TLS: 'off',
    PUBLIC_BASE_URL: 'http://127.0.0.1',
  };
}

function idOf(mail: string): string {
  return /^message-id: (.*)$/im.exec(mail)?.[1] ?? '';
}

function entries<Name extends string, Value>(record: Record<Name, Value>): [Name, Value][] {
  return Object.entries(record) as [Name, Value][];
}

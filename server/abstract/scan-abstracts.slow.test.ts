import { HOUR } from '#contract/time-spans.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mailLayoutOf } from '#server/container.ts';
import type { Db } from '#server/database/database.ts';
import { clamdScanner } from '#server/files/clamd.ts';
import { newId } from '#tests/support/seed.ts';
import { aForm } from '#tests/support/author.ts';
import {
  type ClamdMood,
  startPretendClamd,
  type PretendClamd,
  VIRUS,
} from '#tests/support/pretend-clamd.ts';
import { conferenceAhead, sendFile } from '#tests/support/own-abstract.ts';
import { aPdf } from '#tests/support/sample-files.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { findAbstractByReference, listAbstracts } from './abstracts.ts';
import { every } from '#server/operations/every.ts';
import { unexpected } from '#tests/support/unexpected.ts';
import { scanDueAbstracts, type ScanRoom } from './scan-abstracts.ts';

/** Enough time for an answer of the scanner, also on a busy machine. */
const PATIENT_MS = 20_000;
let server: TestSite;
let clamd: PretendClamd;
let lines: string[];
beforeEach(async () => {
  server = await startTestSite({ hasScanner: true, content: conferenceAhead() });
  clamd = await startPretendClamd();
  lines = [];
});
afterEach(async () => {
  await clamd.close();
});

const room = (limitMs = 300): ScanRoom => ({
  db: server.db,
  store: server.files.store,
  scan: clamdScanner(clamd.address, limitMs),
  clock: server.clock.now,
  newId,
  mailLayout: mailLayoutOf(server.content, 'sandbox'),
  log: (message) => void lines.push(message),
  alarm: (message, details) => void lines.push(`${message}: ${JSON.stringify(details)}`),
});
const round = (limitMs?: number) => scanDueAbstracts(room(limitMs));
const found = async () =>
  (await listAbstracts(server.db)).map(({ scan, scanFinding }) => [scan, scanFinding]);
const clean = aPdf(2000, 'clean');
const infected = Buffer.concat([aPdf(2000, 'infected'), Buffer.from(VIRUS)]);

describe('the file of an abstract', () => {
  test('is scanned after its author got an answer, and only once', async () => {
    expect((await server.submit({ bytes: clean })).status).toBe(200);
    expect(await found()).toEqual([['NOT_SCANNED', undefined]]);
    expect(await round(PATIENT_MS)).toBe(1);
    expect(await found()).toEqual([['CLEAN', undefined]]);
    expect(clamd.files[0]?.equals(clean)).toBe(true);
    server.clock.advance(24 * HOUR);
    expect(await round()).toBe(0);
  });

  test('that is infected is stored and marked, with an alarm without names and a mail to the secretary', async () => {
    const form = aForm();
    const sent = await server.submit({ form, bytes: infected });
    expect(sent.status).toBe(200);
    await round(PATIENT_MS);
    expect(await found()).toEqual([['INFECTED', 'Test.Stand-In']]);
    expect(await server.files.listStored()).toHaveLength(1);
    expect(lines).toEqual([expect.stringContaining('"finding":"Test.Stand-In"')]);
    expect(lines.join()).not.toContain(form['email']);
    const mails = (await server.listMessages(100)).filter(
      ({ kind }) => kind === 'abstract-infected-for-secretary',
    );
    expect(mails).toMatchObject([{ recipient: server.content.conference.secretary.email }]);
    expect(mails[0]?.content.subject).toContain(sent.json['reference']);
    expect(mails[0]?.content.text).toContain('Test.Stand-In');
  });

  test('that was replaced before the scan alarms nobody, and the mail about it is withdrawn after that', async () => {
    const { json } = await server.submit({ bytes: infected });
    const reference = String(json['reference']);
    const mails = async () =>
      (await server.listMessages(100))
        .filter(({ kind }) => kind === 'abstract-infected-for-secretary')
        .map(({ state }) => state);
    await round(PATIENT_MS);
    expect(await mails()).toEqual(['waiting']);
    const { token = '' } = (await findAbstractByReference(server.db, reference)) ?? {};
    await sendFile(server, `/abstract/${token}`, 'bad.pdf', Buffer.concat([infected, infected]));
    expect(await mails()).toEqual(['withdrawn']);
    await sendFile(server, `/abstract/${token}`, 'good.pdf', clean);
    lines = [];
    await round(PATIENT_MS);
    expect(await found()).toEqual([['CLEAN', undefined]]);
    expect(lines).toEqual(['an earlier version of a file is infected']);
    expect(await mails()).toEqual(['withdrawn']);
  });

  test.each(['its alarm', 'its finding'])(
    'that is infected is scanned again if the server dies before it writes %s',
    async (what) => {
      await server.submit({ bytes: infected });
      const dies = () => {
        throw new Error('killed');
      };
      const killed: Partial<ScanRoom> =
        what === 'its alarm' ? { alarm: dies } : { db: killedAtUpdate(2) };
      await expect(scanDueAbstracts({ ...room(PATIENT_MS), ...killed })).rejects.toThrow('killed');
      expect(await found()).toEqual([['NOT_SCANNED', undefined]]);
      expect(lines).toHaveLength(what === 'its alarm' ? 0 : 1);

      server.clock.advance(HOUR);
      expect(await round(PATIENT_MS)).toBe(1);
      expect(await found()).toEqual([['INFECTED', 'Test.Stand-In']]);
      expect(lines.at(-1)).toContain('"finding":"Test.Stand-In"');
    },
  );

  test.each<ClamdMood>(['silent', 'talks-junk', 'drops-after-file', 'finds-it-too-large'])(
    'stays not scanned by a clamd that %s, and is scanned once clamd works again',
    async (mood) => {
      clamd.mood(mood);
      expect((await server.submit({ bytes: infected })).status).toBe(200);
      expect(await round()).toBe(0);
      expect(await found()).toEqual([['NOT_SCANNED', undefined]]);
      expect(await server.files.listStored()).toHaveLength(1);
      expect(lines).toEqual(['a file could not be scanned and waits']);

      clamd.mood('honest');
      expect(await round()).toBe(0);
      server.clock.advance(60_000);
      expect(await round(PATIENT_MS)).toBe(1);
      expect(await found()).toEqual([['INFECTED', 'Test.Stand-In']]);
    },
  );

  test('is tried again with longer and longer pauses, up to an hour', async () => {
    clamd.mood('talks-junk');
    await server.submit({ bytes: clean });
    for (let tries = 0; tries < 6; tries++) {
      // Within this limit clamd takes the file before its junk ends the try, even on a busy machine.
      await round(1000);
      server.clock.advance(HOUR);
    }
    expect(clamd.files).toHaveLength(6);
    clamd.mood('honest');
    expect(await round(PATIENT_MS)).toBe(1);
  });

  test('that a working scanner never finishes is given up after ten tries, with one alarm, and readiness recovers', async () => {
    clamd.mood('never-finishes');
    await server.submit({ bytes: infected });
    // A mail that nobody sends would degrade the readiness too.
    await server.db.deleteFrom('outbox').execute();
    const readiness = async () => (await server.get('/readyz')).json;
    for (let tries = 1; tries < 10; tries++) {
      // Within this limit clamd takes the file, even on a busy machine: only then the try counts.
      await round(1000);
      server.clock.advance(HOUR);
    }
    expect(await found()).toEqual([['NOT_SCANNED', undefined]]);
    expect(await readiness()).toMatchObject({ status: 'degraded', scan: false });

    lines = [];
    await round(1000);
    expect(await found()).toEqual([['GIVEN_UP', undefined]]);
    expect(lines).toEqual([expect.stringContaining('"why":"no answer in time"')]);
    expect(await readiness()).toMatchObject({ status: 'ready', scan: true });

    server.clock.advance(100 * HOUR);
    clamd.mood('honest');
    await server.submit({ bytes: clean });
    expect(await round(PATIENT_MS)).toBe(1);
    expect(lines).toHaveLength(1);
    expect((await found()).toSorted()).toEqual([
      ['CLEAN', undefined],
      ['GIVEN_UP', undefined],
    ]);
  });

  test('is not given up because of an outage of the scanner, however long, nor soon after the outage', async () => {
    clamd.mood('drops-at-once');
    await server.submit({ bytes: clean });
    for (let tries = 0; tries < 12; tries++) {
      await round();
      server.clock.advance(HOUR);
    }
    clamd.mood('never-finishes');
    await round();
    expect(await found()).toEqual([['NOT_SCANNED', undefined]]);
    server.clock.advance(HOUR);
    clamd.mood('honest');
    expect(await round(PATIENT_MS)).toBe(1);
    expect(lines.join()).not.toContain('given up');
  });

  test('does not delay the files behind it: the next round begins with another file', async () => {
    clamd.mood('talks-junk');
    await server.submit({ bytes: clean });
    await server.submit({ bytes: infected });
    expect(await round()).toBe(0);
    clamd.mood('honest');
    expect(await round(PATIENT_MS)).toBe(1);
    expect((await found()).toSorted()).toEqual([
      ['INFECTED', 'Test.Stand-In'],
      ['NOT_SCANNED', undefined],
    ]);
  });

  test('is scanned by one of two servers, not by both', async () => {
    for (let i = 0; i < 5; i++) await server.submit();
    const [first, second] = await Promise.all([round(PATIENT_MS), round(PATIENT_MS)]);
    expect(first + second).toBe(5);
    expect(clamd.files).toHaveLength(5);
  });

  test('that waits for an hour makes readiness degraded', async () => {
    await server.submit();
    const readiness = async () => (await server.get('/readyz')).json;
    expect(await readiness()).toMatchObject({ status: 'ready', scan: true });
    server.clock.advance(HOUR + 1);
    expect(await readiness()).toMatchObject({ status: 'degraded', scan: false });
    await round();
    expect(await readiness()).toMatchObject({ scan: true });
  });
});

/** The database of a server that is killed before it writes its nth change. */
function killedAtUpdate(nth: number): Db {
  let updates = 0;
  const updateTable = ((table: 'abstracts') => {
    updates += 1;
    if (updates === nth) throw new Error('killed');
    return server.db.updateTable(table);
  }) as Db['updateTable'];
  return new Proxy(server.db, {
    get: (target, name) => {
      if (name === 'updateTable') return updateTable;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

test('a server that stops does not wait for a silent clamd', async () => {
  clamd.mood('silent');
  await server.submit();
  const scanRoom = { ...room(), scan: clamdScanner(clamd.address) };
  const scanning = every(10, (signal) => scanDueAbstracts(scanRoom, signal), unexpected);
  await expect.poll(() => clamd.files.length).toBe(1);
  const began = performance.now();
  await scanning.stop();
  expect(performance.now() - began).toBeLessThan(2000);
  expect(await found()).toEqual([['NOT_SCANNED', undefined]]);
});

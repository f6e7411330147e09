import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HOUR } from '#contract/time-spans.ts';
import { listAbstracts } from '#server/abstract/abstracts.ts';
import { scanDueAbstracts } from '#server/abstract/scan-abstracts.ts';
import { mailLayoutOf } from '#server/container.ts';
import { clamdScanner } from '#server/files/clamd.ts';
import { conferenceAhead } from '#tests/support/own-abstract.ts';
import { aPdf } from '#tests/support/sample-files.ts';
import { newId } from '#tests/support/seed.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { withPrograms } from './with-programs.ts';

const MIB = 1024 * 1024;
const infected = aPdf(4000, 'the file with a signature');
const clean = aPdf(4000, 'a file without one');

/** A clamd with one signature, of a harmless file. */
async function startClamd() {
  const folder = testFolder();
  const socket = join(folder, 'clamd.ctl');
  mkdirSync(join(folder, 'signatures'));
  const md5 = createHash('md5').update(infected).digest('hex');
  writeFileSync(
    join(folder, 'signatures/test.hdb'),
    `${md5}:${infected.length}:Plenary.Harmless.Test\n`,
  );
  writeFileSync(
    join(folder, 'clamd.conf'),
    `DatabaseDirectory ${join(folder, 'signatures')}
LocalSocket ${socket}
Foreground yes
StreamMaxLength 2M
`,
  );
  let child: ChildProcess;
  const start = async () => {
    child = spawn('/usr/sbin/clamd', [`--config-file=${join(folder, 'clamd.conf')}`], {
      stdio: 'ignore',
    });
    while (!existsSync(socket)) {
      if (child.exitCode !== null) throw new Error('clamd did not start');
      await pause(100);
    }
  };
  await start();
  return {
    socket,
    start,
    signal: (name: NodeJS.Signals) => child.kill(name),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

withPrograms('clamd', { 'clamav-daemon': '/usr/sbin/clamd' }, () => {
  let clamd: Awaited<ReturnType<typeof startClamd>>;
  beforeEach(async () => {
    clamd = await startClamd();
  });
  afterEach(() => clamd.stop());

  async function aSite() {
    const server = await startTestSite({ hasScanner: true, content: conferenceAhead() });
    const lines: string[] = [];
    const round = (limitMs?: number) =>
      scanDueAbstracts({
        db: server.db,
        store: server.files.store,
        scan: clamdScanner(clamd.socket, limitMs),
        clock: server.clock.now,
        newId,
        mailLayout: mailLayoutOf(server.content, 'sandbox'),
        log: (message, details) => void lines.push(`${message}: ${String(details['why'])}`),
        alarm: (message, details) => void lines.push(`${message}: ${JSON.stringify(details)}`),
      });
    const found = async () =>
      (await listAbstracts(server.db)).map(({ scan, scanFinding }) => [scan, scanFinding]);
    return { server, lines, round, found };
  }

  test('finds the file with its signature, which is kept with an alarm, and takes the others', async () => {
    const { server, lines, round, found } = await aSite();
    await server.submit({ bytes: clean });
    await server.submit({ bytes: infected });
    expect(await round()).toBe(2);
    const finding = 'Plenary.Harmless.Test.UNOFFICIAL';
    expect((await found()).toSorted()).toEqual([
      ['CLEAN', undefined],
      ['INFECTED', finding],
    ]);
    expect(lines).toEqual([expect.stringContaining(`"finding":"${finding}"`)]);
    const mails = await server.listMessages(100);
    const [mail] = mails.filter(({ kind }) => kind === 'abstract-infected-for-secretary');
    expect(mail?.content.text).toContain(finding);
  });

  test('that hangs, or has ended, leaves the file for later', async () => {
    const { server, lines, round, found } = await aSite();
    await server.submit({ bytes: infected });
    clamd.signal('SIGSTOP');
    expect(await round(500)).toBe(0);
    await clamd.stop();
    server.clock.advance(HOUR);
    expect(await round()).toBe(0);
    expect(await found()).toEqual([['NOT_SCANNED', undefined]]);
    expect(lines).toEqual([
      'a file could not be scanned and waits: no answer in time',
      expect.stringMatching(/^a file could not be scanned and waits: .*(?:ECONNREFUSED|ENOENT)/),
    ]);
    await clamd.start();
    server.clock.advance(HOUR);
    expect(await round()).toBe(1);
    expect(await found()).toEqual([['INFECTED', 'Plenary.Harmless.Test.UNOFFICIAL']]);
  });

  test('that takes no file of this size says so, and the file is given up after ten tries', async () => {
    const { server, lines, round, found } = await aSite();
    await server.submit({ bytes: aPdf(3 * MIB, 'large') });
    for (let tries = 0; tries < 10; tries++) {
      expect(await round()).toBe(0);
      server.clock.advance(HOUR);
    }
    expect(lines).toHaveLength(10);
    for (const line of lines) expect(line).toMatch(/StreamMaxLength|INSTREAM size limit exceeded/);
    expect(lines.at(-1)).toContain('a file was given up, because the scanner could not finish it');
    expect(await found()).toEqual([['GIVEN_UP', undefined]]);
    expect(await round()).toBe(0);
  });

  test('scans twenty files that come at once', async () => {
    const scan = clamdScanner(clamd.socket);
    const findings = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        scan(Readable.from([at % 2 === 0 ? clean : infected]), new AbortController().signal),
      ),
    );
    expect(findings.map(({ isInfected }) => isInfected)).toEqual(
      findings.map((_, at) => at % 2 === 1),
    );
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { post } from '#tests/support/answer.ts';
import { editContent } from '#tests/support/edit-content.ts';
import { fixtureSettings } from '#tests/support/fixture-settings.ts';
import { aPayingVisitor } from '#tests/support/paying-visitor.ts';
import { startSite } from '#tests/support/site-server.ts';

const folder = testFolder();

const PEOPLE = 8;
/** 80 % of 418.95 EUR, in cents. */
const DUE = 33_516;

test(
  'a command that is killed while it cancels a conference continues when it is called again',
  { timeout: 240_000 },
  async () => {
    cpSync(fixtureSettings.CONTENT_DIR, folder, { recursive: true });
    const rule = { until: '2099-01-01', refund_percent: 80 };
    editContent(join(folder, 'conference.yaml'), [[['cancellation'], [rule]]]);
    const site = await startSite({ CONTENT_DIR: folder }, ['--calls-only']);
    const { origin, dataDir } = site;
    for (let at = 0; at < PEOPLE; at++) {
      const visitor = await aPayingVisitor(
        { origin, post: (path, body) => post(`${origin}${path}`, body) },
        at % 2 ? 'stripe' : 'paypal',
      );
      await visitor.open();
      await visitor.pay();
      await visitor.comeBack();
    }

    const env = {
      ...fixtureSettings,
      CONTENT_DIR: folder,
      DATA_DIR: dataDir,
      PATH: process.env['PATH'],
      PORT: new URL(origin).port,
    };
    /** Cancels until the output names this many orders; returns the exit code, or null if it was killed. */
    const cancelUntil = async (lines: number): Promise<number | null> => {
      const args = ['organiser/main.ts', 'cancel', '--all', '--send'];
      const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
      let said = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        if (said.split(/^\d+ of \d+ {2}/m).length > lines) child.kill('SIGKILL');
      });
      await once(child, 'close');
      return child.exitCode;
    };
    expect([await cancelUntil(1), await cancelUntil(3), await cancelUntil(2)]).toEqual([
      null,
      null,
      null,
    ]);
    expect(await cancelUntil(Infinity)).toBe(0);

    const records = await site.exportRecords();
    const of = (type: string) => records.filter((record) => record.type === type);
    expect(of('payment').map(({ refundedCents }) => refundedCents)).toEqual(
      Array.from({ length: PEOPLE }, () => DUE),
    );
    expect(of('refund').map(({ amountCents, state }) => [amountCents, state])).toEqual(
      Array.from({ length: PEOPLE }, () => [DUE, 'SENT']),
    );
    expect(await site.organiser('reconcile')).toContain('0 differences');
    await site.stop();
  },
);

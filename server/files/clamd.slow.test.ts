import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import {
  type ClamdMood,
  startPretendClamd,
  type PretendClamd,
  VIRUS,
} from '#tests/support/pretend-clamd.ts';
import { clamdScanner, clamdTarget, NotScanned } from './clamd.ts';

let clamd: PretendClamd;
afterEach(() => clamd.close());

const scan = (bytes: Buffer, longestMs?: number) =>
  clamdScanner(clamd.address, longestMs)(
    Readable.from([bytes], { objectMode: false }),
    new AbortController().signal,
  );

describe('a clamd', () => {
  test('gets all bytes of a file and reports that it is clean', async () => {
    clamd = await startPretendClamd();
    const bytes = randomBytes(3_500_001);
    expect(await scan(bytes)).toEqual({ isInfected: false });
    expect(clamd.files).toHaveLength(1);
    expect(clamd.files[0]?.equals(bytes)).toBe(true);
    expect(await scan(Buffer.alloc(0))).toEqual({ isInfected: false });
  });

  test('names the infection of a file, also through the path of a socket', async () => {
    const folder = testFolder();
    clamd = await startPretendClamd(join(folder, 'clamd.ctl'));
    const finding = await scan(Buffer.from(`%PDF-1.7 ${VIRUS}`));
    expect(finding).toEqual({ isInfected: true, name: 'Test.Stand-In' });
  });

  test.each<[ClamdMood, RegExp]>([
    ['silent', /no answer in time/],
    ['never-finishes', /no answer in time/],
    ['talks-junk', /^an unclear reply: \?\{"ok":true\}$/],
    ['talks-on-and-on', /a reply without an end/],
    ['drops-at-once', /no reply|ECONNRESET|EPIPE/],
    ['drops-in-file', /no reply|ECONNRESET|EPIPE/],
    ['drops-after-file', /no reply|ECONNRESET|EPIPE/],
    ['finds-it-too-large', /size limit exceeded|ECONNRESET|EPIPE/],
  ])('that %s gives no result, and the scan ends in time', async (mood, why) => {
    clamd = await startPretendClamd();
    clamd.mood(mood);
    const began = performance.now();
    const isLate = mood === 'silent' || mood === 'never-finishes';
    const failure = await scan(randomBytes(2_000_000), isLate ? 300 : undefined).catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(NotScanned);
    expect(failure).toMatchObject({
      message: expect.stringMatching(why),
      isOfFile: mood === 'never-finishes',
    });
    expect(performance.now() - began).toBeLessThan(5000);
  });

  test('that does not run gives no result', async () => {
    clamd = await startPretendClamd();
    await clamd.close();
    await expect(scan(Buffer.from('x'))).rejects.toThrow(NotScanned);
    clamd = await startPretendClamd();
  });
});

test.each([
  ['127.0.0.1:3310', { host: '127.0.0.1', port: 3310 }],
  ['clamav.internal:3310', { host: 'clamav.internal', port: 3310 }],
  ['[::1]:3310', { host: '::1', port: 3310 }],
  ['/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
  ['localhost', undefined],
  ['localhost:0', undefined],
  ['http://localhost:3310', undefined],
])('%s is the address of a clamd: %j', async (address, target) => {
  clamd = await startPretendClamd();
  expect(clamdTarget(address)).toEqual(target);
});

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { putIntoBucket, s3Store } from '#server/files/s3-store.ts';
import { aForm, submit } from '#tests/support/author.ts';
import { aPdf } from '#tests/support/sample-files.ts';
import { newId } from '#tests/support/seed.ts';
import { startSite } from '#tests/support/site-server.ts';
import { settingsFor } from '#tests/support/test-bucket.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { cephPackages, startRadosgw } from './radosgw.ts';
import { withPrograms } from './with-programs.ts';

withPrograms('radosgw of Ceph', cephPackages, () => {
  const [folder, own] = [testFolder(), testFolder()];
  const path = join(folder, 'incoming');
  let bucket: Awaited<ReturnType<typeof startRadosgw>>;
  beforeAll(async () => {
    bucket = await startRadosgw(own);
    return bucket.close;
  });

  test('returns what was stored, twice under one key too, and removes it', async () => {
    const store = await s3Store(bucket.settings);
    for (const bytes of [0, 1, 70_000, 25_000_000]) {
      const content = aPdf(Math.max(bytes, 20)).subarray(0, bytes);
      const key = newId();
      writeFileSync(path, content);
      for (const _ of [1, 2]) await store.put(key, path, bytes);
      expect((await buffer(await store.read(key))).equals(content)).toBe(true);
      for (const _ of [1, 2]) await store.remove(key);
      await expect(store.read(key)).rejects.toMatchObject({ name: 'NoSuchKey' });
    }
  });

  test('refuses a wrong key, a wrong secret and a bucket that does not exist, by their names', async () => {
    writeFileSync(path, 'words');
    const { credentials } = bucket.settings;
    const tried = async (change: Partial<typeof bucket.settings>) => {
      const store = await s3Store({ ...bucket.settings, ...change });
      return store.put('x', path, 5).then(
        () => 'stored',
        ({ name }: Error) => name,
      );
    };
    const accessKeyId = 'WRONG';
    const secretAccessKey = 'wrong';
    expect(await tried({ credentials: { secretAccessKey, ...credentials, accessKeyId } })).toBe(
      'InvalidAccessKeyId',
    );
    expect(await tried({ credentials: { accessKeyId, ...credentials, secretAccessKey } })).toBe(
      'SignatureDoesNotMatch',
    );
    expect(await tried({ bucket: 'nothing' })).toBe('NoSuchBucket');
  });

  test('takes a backup with its digest, and none with another', async () => {
    const bytes = aPdf(6_000_000);
    writeFileSync(path, bytes);
    const put = (of: Buffer) =>
      putIntoBucket({ ...bucket.settings, bucket: 'backups' }, 'today.age', {
        path,
        bytes: bytes.length,
        sha256: createHash('sha256').update(of).digest('base64'),
        md5: createHash('md5').update(of).digest('base64'),
      });
    await put(bytes);
    await expect(put(aPdf(10))).rejects.toMatchObject({ name: 'BadDigest' });
  });

  test('that is away when a server starts refuses uploads until it is back, then backup and restore have its files', async () => {
    await bucket.goAway();
    const settings = settingsFor(bucket.settings);
    const site = await startSite(settings, ['--calls-only']);
    await expect
      .poll(site.output)
      .toContain('the bucket summit does not answer as it should: ECONNREFUSED');
    const form = aForm();
    const bytes = aPdf(2_000_000, 'kept');
    expect((await submit(site, { form, bytes })).status).toBe(503);
    await bucket.serve();
    expect((await submit(site, { form, bytes })).status).toBe(200);
    const file = join(folder, 'copy.tar.gz');
    expect(await site.organiser('backup', file)).toContain('1 files');
    await site.stop();

    const env = { ...process.env, ...settings, DATA_DIR: join(folder, 'restored') };
    const organiser = async (...command: string[]) => {
      const program = ['scripts/run-program.mjs', 'organiser', ...command];
      return (await promisify(execFile)(process.execPath, program, { env })).stdout;
    };
    expect(await organiser('restore', file)).toContain('1 files');
    expect(await organiser('export', '--format', 'jsonl')).toMatch(
      new RegExp(`"email":"${form['email']}".*"isIntact":true`),
    );
  });
});

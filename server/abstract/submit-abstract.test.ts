import { mailLayoutOf } from '#server/container.ts';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Db } from '#server/database/database.ts';
import { sweepUploads } from '#server/files/sweep-uploads.ts';
import { createUploads } from '#server/files/uploads.ts';
import { newId } from '#tests/support/seed.ts';
import type { remainsOf } from '#tests/support/author.ts';
import { aForm } from '#tests/support/author.ts';
import { aPdf } from '#tests/support/sample-files.ts';
import { startTestBucket, type TestBucket } from '#tests/support/test-bucket.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { AbstractFields } from '#contract/abstract.ts';
import { isFileKept } from '#server/database/all-rows.ts';
import { type AbstractDeps, submitAbstract, type Submission } from './submit-abstract.ts';

describe.each(['a folder', 'a bucket'])(
  'a submission that is interrupted, with files in %s',
  (kind) => {
    let bucket: TestBucket | undefined;
    let server: TestSite;
    let deps: AbstractDeps;
    let before: Awaited<ReturnType<typeof remainsOf>>;
    beforeAll(async () => {
      bucket = kind === 'a bucket' ? await startTestBucket() : undefined;
      server = await startTestSite({ bucket });
      const { db, content, clock, files } = server;
      const mailLayout = mailLayoutOf(content, 'sandbox');
      deps = { ...files, db, clock: clock.now, newId, mailLayout };
    });
    beforeEach(async () => {
      before = await server.remainsOf();
    });
    afterAll(async () => {
      await server.close();
      await bucket?.close();
    });

    async function received(content = aPdf(3000, newId())): Promise<Submission> {
      const key = newId();
      await deps.uploads.claimRoom(key, content.length, '192.0.2.0/24');
      const upload = await deps.uploads.receive(
        key,
        Readable.from(chunked(content)),
        content.length,
      );
      return {
        submitter: AbstractFields.parse(aForm()),
        fileName: 'a.pdf',
        activeContent: undefined,
        upload,
        session: 'Smart Polymers',
        interestArea: 'Advanced Composites',
      };
    }

    /** Starts another process on the same folder, which knows nothing about the uploads of the first one. */
    async function restart(): Promise<void> {
      const uploads = createUploads(join(server.files.dataDir, 'uploads'), { reserveBytes: 0 });
      const isKept = (key: string) => isFileKept(deps.db, key);
      await sweepUploads({ uploads, store: deps.store, isKept }, 0);
    }

    test('before the file is in the store leaves no file', async () => {
      await received();
      await restart();
      expect(await server.remainsOf()).toEqual(before);
    });

    test('between file and row leaves no file', async () => {
      const { upload } = await received();
      await deps.store.put(upload.key, upload.path, upload.bytes);
      await restart();
      expect(await server.remainsOf()).toEqual(before);
    });

    test('between row and answer leaves the abstract, and a second try finds it', async () => {
      const content = aPdf(2000, newId());
      const submission = await received(content);
      const abstract = await submitAbstract(deps, submission);
      await restart();
      expect((await buffer(await deps.store.read(abstract.fileKey))).equals(content)).toBe(true);

      const again = await received(content);
      const { reference } = await submitAbstract(deps, {
        ...again,
        submitter: submission.submitter,
      });
      await deps.uploads.forget(again.upload.key);
      expect(reference).toBe(abstract.reference);
      const after = await server.remainsOf();
      expect(after).toMatchObject({ uploads: [], rows: before.rows + 1, mails: before.mails + 2 });
      expect(after.stored).toHaveLength(before.stored.length + 1);
    });

    test('by a fault in the transaction removes the file at once', async () => {
      const { upload, ...rest } = await received();
      const broken = { ...deps, newId: failingAfter(3) };
      await expect(submitAbstract(broken, { upload, ...rest })).rejects.toThrow('no more ids');
      await deps.uploads.forget(upload.key);
      expect(await server.remainsOf()).toEqual(before);
    });

    test.each([true, false])(
      'by a commit whose answer is lost (committed: %s) has both file and row or neither after the sweep',
      async (happened) => {
        const submission = await received();
        const { key } = submission.upload;
        const db = losingCommits(deps.db, happened);
        await expect(submitAbstract({ ...deps, db }, submission)).rejects.toThrow(
          'connection lost',
        );
        await deps.uploads.forget(key);
        expect((await server.remainsOf()).uploads).toEqual([key]);
        await restart();
        const after = await server.remainsOf();
        expect(after.uploads).toEqual([]);
        expect(after.stored).toHaveLength(before.stored.length + (happened ? 1 : 0));
        expect(after.rows).toBe(before.rows + (happened ? 1 : 0));
      },
    );
  },
);

async function* chunked(content: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += 1000) yield content.subarray(at, at + 1000);
}

function failingAfter(count: number): () => string {
  let left = count;
  return () => {
    if (left-- === 0) throw new Error('no more ids');
    return newId();
  };
}

/** A database whose connection breaks during the commit. */
function losingCommits(db: Db, happens: boolean): Db {
  const transaction = () => ({
    execute: async (work: (tx: unknown) => Promise<unknown>) => {
      const lost = new Error('connection lost');
      const result = db.transaction().execute(async (tx) => {
        const done = await work(tx);
        if (!happens) throw lost;
        return done;
      });
      await result;
      throw lost;
    },
  });
  return new Proxy(db, {
    get: (target, name) => (name === 'transaction' ? transaction : Reflect.get(target, name)),
  });
}

import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { S3Settings } from '#server/files/s3-store.ts';

export type TestBucket = {
  settings: S3Settings;
  /** The keys of the bucket's objects. */
  list: () => Promise<string[]>;
  /** Until the next call of `fail`, requests get a 500, get no answer, or are cut off halfway. */
  fail: (how: Failure | undefined) => void;
  /** Stops answering, like a store that is down. */
  close: () => Promise<void>;
};

type Failure = 'error' | 'silence' | 'cut';

const bucket = 'plenary';
const credentials = { accessKeyId: 'TESTKEY', secretAccessKey: 'test-secret' };

/**
 * A bucket on a pretend S3 on this machine: it puts, gets and deletes objects by their path, and knows one access key.
 */
export async function startTestBucket(): Promise<TestBucket> {
  const directory = mkdtempSync(join(tmpdir(), 'plenary-bucket-'));
  const [incoming, objects] = [join(directory, 'incoming'), join(directory, 'objects')];
  await mkdir(incoming);
  await mkdir(objects);
  let failure: Failure | undefined;
  let uploads = 0;

  const server = createServer((request, reply) => {
    const [, bucketName, ...key] = (request.url ?? '').replace(/\?.*/, '').split('/');
    const file = join(objects, key.join('%2F'));
    const isKnown = request.headers.authorization?.includes(
      `Credential=${credentials.accessKeyId}/`,
    );
    if (failure === 'silence') return;
    if (failure === 'error') refuse(reply, 500, 'InternalError');
    else if (!isKnown) refuse(reply, 403, 'InvalidAccessKeyId');
    else if (bucketName !== bucket) refuse(reply, 404, 'NoSuchBucket');
    else answer(request, reply, file).catch(() => reply.destroy());
  });

  async function answer(request: IncomingMessage, reply: ServerResponse, file: string) {
    if (request.method === 'PUT') {
      if (!request.headers['content-length']) return refuse(reply, 411, 'MissingContentLength');
      if (failure === 'cut') return void request.once('data', () => request.destroy());
      const part = join(incoming, String(uploads++));
      await pipeline(request, createWriteStream(part));
      await rename(part, file);
      reply.end();
    } else if (request.method === 'GET') {
      const size = (await stat(file).catch(() => undefined))?.size;
      if (size === undefined) return refuse(reply, 404, 'NoSuchKey');
      reply.writeHead(200, { 'content-length': size });
      if (failure === 'cut') return void reply.write('half', () => reply.destroy());
      await pipeline(createReadStream(file), reply);
    } else if (request.method === 'DELETE') {
      await rm(file, { force: true });
      reply.writeHead(204).end();
    } else refuse(reply, 501, 'NotImplemented');
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    settings: { bucket, region: 'us-east-1', endpoint: `http://127.0.0.1:${port}`, credentials },
    list: () => readdir(objects),
    fail: (how) => void (failure = how),
    async close() {
      if (!server.listening) return;
      await new Promise((resolve) => server.close(resolve).closeAllConnections());
      rmSync(directory, { recursive: true });
    },
  };
}

/** The settings with which a server keeps its files in a bucket. */
export function settingsFor({ bucket: name, endpoint = '', credentials: keys }: S3Settings) {
  return {
    FILES_S3_BUCKET: name,
    FILES_S3_ENDPOINT: endpoint,
    FILES_S3_ACCESS_KEY_ID: keys?.accessKeyId ?? '',
    FILES_S3_SECRET_ACCESS_KEY: keys?.secretAccessKey ?? '',
  };
}

/** The settings of servers that share a database and a bucket, with keys of a Stripe that never answers. */
export function sharedSettings(database: { url: string | undefined }, { settings }: TestBucket) {
  return {
    DATABASE_URL: database.url ?? '',
    PUBLIC_BASE_URL: 'http://localhost',
    STRIPE_SECRET_KEY: 'sk_test_two',
    STRIPE_WEBHOOK_SECRET: 'whsec_two',
    STRIPE_API_BASE: 'http://127.0.0.1:9',
    ...settingsFor(settings),
  };
}

function refuse(reply: ServerResponse, status: number, code: string): void {
  const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
  reply.writeHead(status, { 'content-type': 'application/xml' }).end(body);
}

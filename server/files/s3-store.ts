import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { FileStore } from './file-store.ts';
import { releaseChunk } from './release-chunk.ts';

export type S3Settings = {
  bucket: string;
  region: string;
  /** Another address than Amazon's: MinIO, R2, a test double. */
  endpoint: string | undefined;
  /** Absent: the AWS SDK looks for them, for example in the role of the machine. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
};

export function s3StoreId({ bucket, endpoint }: S3Settings): string {
  return `bucket ${bucket} at ${endpoint ?? 'Amazon'}`;
}

/** The name that the bucket or the network gives an error. */
export function bucketTrouble(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code: unknown = Reflect.get(error, 'code');
  // The name of an error of the network is only “Error”.
  return typeof code === 'string' ? code : error.name;
}

/** A request whose connection is silent for this long fails. */
const SILENCE_MS = 30_000;

/** Files in a bucket. */
export async function s3Store(settings: S3Settings, silenceMs = SILENCE_MS): Promise<FileStore> {
  const bucket = await openBucket(settings, silenceMs);
  const keyOf = (key: string) => `abstracts/${key}`;
  return {
    id: s3StoreId(settings),
    put: (key, path, bytes) => bucket.put(keyOf(key), path, { ContentLength: bytes }),
    read: (key) => bucket.read(keyOf(key)),
    remove: (key) => bucket.remove(keyOf(key)),
  };
}

/**
 * Puts a large file into a bucket. The key needs no other right than to put objects. The digests of the file are in
 * Base64: the store refuses other bytes. Stores that are older than the SHA-256 of S3 know only the MD5.
 */
export async function putIntoBucket(
  settings: S3Settings,
  key: string,
  { path, bytes, sha256, md5 }: { path: string; bytes: number; sha256: string; md5: string },
): Promise<void> {
  const bucket = await openBucket(settings, SILENCE_MS);
  const digests = { ChecksumSHA256: sha256, ContentMD5: md5 };
  await bucket.put(key, path, { ContentLength: bytes, ...digests });
}

/** Only this function loads the AWS SDK: without a bucket it costs nothing. */
async function openBucket(
  { bucket, region, endpoint, credentials }: S3Settings,
  silenceMs: number,
) {
  const { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } =
    await import('@aws-sdk/client-s3');
  const client = new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    // Otherwise the SDK adds a trailing checksum to streams, which stores other than Amazon's write into the file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // The SDK would write to the console; it throws its errors anyway.
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    // socketTimeout, because requestTimeout only logs a warning.
    requestHandler: { connectionTimeout: 5000, socketTimeout: silenceMs },
  });
  const named = (key: string) => ({ Bucket: bucket, Key: key });
  return {
    async put(
      key: string,
      path: string,
      about: { ContentLength: number; ChecksumSHA256?: string; ContentMD5?: string },
    ): Promise<void> {
      const stop = new AbortController();
      const body = fileBody(path).once('error', (error) => stop.abort(error));
      const command = new PutObjectCommand({
        ...named(key),
        Body: body,
        ...about,
        ContentType: 'application/octet-stream',
        ContentDisposition: 'attachment',
      });
      try {
        await client.send(command, { abortSignal: stop.signal });
      } catch (error) {
        // An early answer would leave the request and the file open.
        stop.abort();
        body.destroy();
        throw error;
      }
    },
    async read(key: string): Promise<Readable> {
      const { Body } = await client.send(new GetObjectCommand(named(key)));
      if (Body instanceof Readable) return Body;
      throw new Error(`the bucket answered without the bytes of ${key}`);
    },
    async remove(key: string): Promise<void> {
      await client.send(new DeleteObjectCommand(named(key)));
    },
  };
}

function ignore(): void {}

/** The bytes of a file for the SDK, which pipes them into its request; each chunk is released once it is sent. */
function fileBody(path: string): Readable {
  const body = createReadStream(path);
  body.pipe = (request) => {
    body.on('data', (chunk) => {
      const release = () => void (typeof chunk !== 'string' && releaseChunk(chunk));
      if (request.write(chunk, release)) return;
      body.pause();
      request.once('drain', () => body.resume());
    });
    body.once('end', () => request.end());
    return request;
  };
  return body;
}

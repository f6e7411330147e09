import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { FileStore } from './file-store.ts';
import { releaseChunk } from './release-chunk.ts';

export type S3Settings = {
  bucket: string;
  region: string;
  /** Another address than Amazon's: MinIO, R2, a test double. */
  endpoint: string | undefined;
  /** Absent: found where the AWS SDK looks for them, as in the role of a machine. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
};

/** Files in a bucket. The AWS SDK is loaded here and nowhere else: without a bucket it costs nothing. */
export async function s3Store(settings: S3Settings): Promise<FileStore> {
  const { S3Driver } = await import('flydrive/drivers/s3');
  const { bucket, region, endpoint, credentials } = settings;
  const drive = new S3Driver({
    bucket,
    region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    visibility: 'private',
    supportsACL: false,
    // Otherwise the SDK wraps streams into a trailing checksum that other stores than Amazon's write into the file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // It would write to the console; what goes wrong is thrown as well.
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    requestHandler: { connectionTimeout: 5000, requestTimeout: 30_000 },
  });
  return {
    put: (key, path, bytes) =>
      drive.putStream(nameOf(key), fileBody(path), {
        contentLength: bytes,
        contentType: 'application/octet-stream',
        contentDisposition: 'attachment',
      }),
    read: (key) => drive.getStream(nameOf(key)),
    remove: (key) => drive.delete(nameOf(key)),
  };
}

const nameOf = (key: string) => `abstracts/${key}`;

function ignore(): void {}

/** The bytes of a file for the SDK, which pipes them into its request; each chunk is let go once it is sent. */
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

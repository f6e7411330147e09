import type { FastifyReply } from 'fastify';
import { AppError } from '#server/errors.ts';
import { keptPrivate } from '#server/http/private-page.ts';
import type { KeptAbstract } from '#server/abstract/abstracts.ts';
import type { AuthorDeps } from './author-deps.ts';

/**
 * Whether the author can download the newest file. The site passes on no file that is infected, waits for its scan or
 * could not be scanned, because the link may be in other hands than the file's author's.
 */
export function isDownloadable(
  { store, hasScanner }: Pick<AuthorDeps, 'store' | 'hasScanner'>,
  { scan, fileStore }: Pick<KeptAbstract, 'scan' | 'fileStore'>,
): boolean {
  return fileStore === store.id && (scan === 'CLEAN' || (scan === 'NOT_SCANNED' && !hasScanner));
}

/** Sends the newest file to save. No browser shows it as a page of this site. */
export async function sendOwnFile(
  reply: FastifyReply,
  { store }: Pick<AuthorDeps, 'store'>,
  { fileKey, fileName, bytes }: Pick<KeptAbstract, 'fileKey' | 'fileName' | 'bytes'>,
): Promise<FastifyReply> {
  const content = await store.read(fileKey).catch((cause: unknown) => {
    throw new AppError('store-unavailable', 'filesNotRead', { retryAfter: 60, cause });
  });
  return keptPrivate(reply)
    .type('application/octet-stream')
    .header('content-length', bytes)
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .header('content-disposition', `attachment; filename*=UTF-8''${encoded(fileName)}`)
    .send(content);
}

/** The characters that RFC 8187 allows, and the others by their bytes. */
function encoded(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

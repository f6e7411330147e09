import type { FastifyReply } from 'fastify';
import { AppError } from '#server/errors.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { filePath } from './contribution-address.ts';
import type { PublishedContribution } from './published-contributions.ts';

const TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

/**
 * Sends the file of a contribution to save, under its reference: the sender's own name for it may name people. Its policy
 * runs nothing, also if a browser shows it. Returns undefined if the contribution has no such file.
 */
export async function sendContributionFile(
  reply: FastifyReply,
  asked: { contribution: PublishedContribution; ending: string; store: FileStore },
): Promise<FastifyReply | undefined> {
  const { contribution, ending, store } = asked;
  const { reference, file } = contribution;
  if (!file || !filePath(reference, file)?.endsWith(`.${ending}`)) return undefined;
  const content = await store.read(file.fileKey).catch((cause: unknown) => {
    throw new AppError('store-unavailable', 'filesNotRead', { retryAfter: 60, cause });
  });
  return reply
    .type(TYPES[ending] ?? 'application/octet-stream')
    .header('content-length', file.bytes)
    .header('content-disposition', `attachment; filename="${reference}.${ending}"`)
    .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
    .header('cache-control', 'no-cache')
    .send(content);
}

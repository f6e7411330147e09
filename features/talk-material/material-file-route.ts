import type { FastifyInstance } from 'fastify';
import { AppError } from '#server/errors.ts';
import type { PublicPageDeps } from '#server/feature-pages.ts';
import { timestamp } from '#server/identity.ts';
import { findPublicFile } from './public-material.ts';

/** The slides of a contribution, for everybody. The address ends with the id of the row and not with the author's name for it. */
export function materialFileRoute(
  app: FastifyInstance,
  { content, context: { db, clock }, files: { store }, hasScanner }: PublicPageDeps,
): void {
  // Slides are the same in every language.
  if (content.base !== '' || !content.conference.abstracts.material) return;
  app.get<{ Params: { id: string } }>(
    '/material/:id.pdf',
    { config: { limit: 'read' } },
    async ({ params: { id } }, reply) => {
      const files = { hasScanner, storeId: store.id };
      const file = await findPublicFile({ db, content, now: timestamp(clock()), files }, id);
      if (!file) return reply.callNotFound();
      const bytes = await store.read(file.fileKey).catch((cause: unknown) => {
        throw new AppError('store-unavailable', 'filesNotRead', { retryAfter: 60, cause });
      });
      return (
        reply
          .type('application/pdf')
          .header('content-length', file.bytes)
          // Browsers show no PDF under this policy, so they save it.
          .header('content-disposition', `attachment; filename="${id}.pdf"`)
          // The program that shows the file runs nothing of it.
          .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
          .header('x-content-type-options', 'nosniff')
          .header('x-robots-tag', 'noarchive')
          // The author may take it away at any moment.
          .header('cache-control', 'no-cache')
          .send(bytes)
      );
    },
  );
}

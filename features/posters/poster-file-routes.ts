import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '#server/errors.ts';
import type { PublicPageDeps } from '#server/feature-pages.ts';
import { findPublicFile, findPublicPicture, type StoredFile } from './public-posters.ts';

type One = { Params: { id: string } };

/** The PDF of a poster and the pictures of its first page, for everybody, under names that no author chose. */
export function posterFileRoutes(app: FastifyInstance, deps: PublicPageDeps): void {
  const { content, files } = deps;
  // Files are the same in every language.
  if (content.base !== '' || !content.conference.abstracts.posters) return;

  app.get<One>('/posters/:id.pdf', { config: { limit: 'read' } }, async (request, reply) => {
    const { id } = request.params;
    const file = await findPublicFile(deps, id);
    if (!file) return reply.callNotFound();
    return sendFile(reply, file, {
      'content-type': 'application/pdf',
      // Browsers show no PDF under this policy, so they save it.
      'content-disposition': `attachment; filename="${id}.pdf"`,
      'x-robots-tag': 'noarchive',
      // The author may take it away at any moment.
      'cache-control': 'no-cache',
    });
  });

  // A page of the gallery has dozens of pictures, and a hotel one address, so they have no limit, as pages have none.
  app.get<One>('/posters/:id.webp', async (request, reply) => {
    const picture = await findPublicPicture(deps, request.params.id);
    if (!picture) return reply.callNotFound();
    return sendFile(reply, picture, {
      'content-type': 'image/webp',
      // A picture never changes. Caches between the server and a browser would keep one that its author has taken away.
      'cache-control': 'private, max-age=31536000, immutable',
    });
  });

  async function sendFile(
    reply: FastifyReply,
    { fileKey, bytes }: StoredFile,
    headers: Record<string, string>,
  ): Promise<FastifyReply> {
    const stream = await files.store.read(fileKey).catch((cause: unknown) => {
      throw new AppError('store-unavailable', 'filesNotRead', { retryAfter: 60, cause });
    });
    return (
      reply
        .headers(headers)
        .header('content-length', bytes)
        // The program that shows a file runs nothing of it.
        .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
        .header('x-content-type-options', 'nosniff')
        .send(stream)
    );
  }
}

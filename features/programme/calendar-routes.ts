import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Content } from '#contract/content.ts';
import { makeCalendar } from '#documents/calendar.ts';
import { knownOrigin, type OriginOf } from '#server/http/origin.ts';

/** `?items=` names items of the agenda by their keys. An unknown key is ignored, because items may leave the agenda. */
const Chosen = z.object({
  items: z.optional(
    z.pipe(
      z.string().check(z.maxLength(6000), z.regex(/^[a-z0-9_,-]*$/)),
      z.transform((keys) => new Set(keys.split(','))),
    ),
  ),
});

/**
 * The calendar of the agenda, whole or with chosen items, to which a visitor's calendar program can subscribe. It has
 * nothing that is not on the page, and the address names no person.
 */
export function calendarRoutes(
  app: FastifyInstance,
  { content, originOf }: { content: Content; originOf: OriginOf },
): void {
  app.get(
    `${content.base}/agenda.ics`,
    { config: { limit: 'read' }, schema: { querystring: Chosen } },
    (request: FastifyRequest<{ Querystring: z.output<typeof Chosen> }>, reply) => {
      const body = makeCalendar(content, {
        origin: knownOrigin(originOf(request)),
        chosen: request.query.items,
      });
      const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
      void reply
        .header('etag', etag)
        // As the calendars of the build (OPEN_DATA in server/http/pages.ts).
        .header('cache-control', 'public, max-age=300')
        .header('access-control-allow-origin', '*');
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
      return reply.type('text/calendar; charset=utf-8').send(body);
    },
  );
}

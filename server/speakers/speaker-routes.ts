import { brotliCompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import type { Content } from '#contract/content.ts';
import { answer } from '#server/http/answer.ts';
import { inRequestLanguage } from '#server/http/request-language.ts';

export function speakerRoutes(app: FastifyInstance, content: Content): void {
  // One list for each language. It is the same for everybody, so its compressed length says nothing about a visitor.
  const packed = new Map<string, Buffer>();
  const pack = (list: string): Buffer => {
    const known = packed.get(list);
    if (known) return known;
    const bytes = brotliCompressSync(list);
    packed.set(list, bytes);
    return bytes;
  };
  void app.register(async (routes) => {
    // The home page waits for this list.
    routes.addHook('onSend', async ({ headers }, reply, body) => {
      void reply.header('vary', 'accept-encoding');
      const isList = reply.statusCode === 200 && typeof body === 'string';
      if (!isList || !/\bbr\b/.test(String(headers['accept-encoding']))) return body;
      void reply.header('content-encoding', 'br').removeHeader('content-length');
      return pack(body);
    });
    answer(routes, calls.listSpeakers, 'read', async ({ http }) => [
      ...inRequestLanguage(content, http).speakers,
    ]);
  });
}

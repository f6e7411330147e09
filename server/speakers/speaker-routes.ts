import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import type { Content } from '#contract/content.ts';
import { answer } from '#server/http/answer.ts';
import { inRequestLanguage } from '#server/http/request-language.ts';

const QUALITY = 5;

export function speakerRoutes(app: FastifyInstance, content: Content): void {
  // The home page waits for this list. It is the same for everybody, so its compressed length says nothing about a visitor.
  void app.register(async (routes) => {
    routes.addHook('onSend', async ({ headers }, reply, body) => {
      void reply.header('vary', 'accept-encoding');
      if (typeof body !== 'string' || !/\bbr\b/.test(String(headers['accept-encoding'])))
        return body;
      const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY };
      const packed = await promisify(brotliCompress)(body, { params });
      void reply.header('content-encoding', 'br').removeHeader('content-length');
      return packed;
    });
    answer(routes, calls.listSpeakers, 'read', async ({ http }) => [
      ...inRequestLanguage(content, http).speakers,
    ]);
  });
}

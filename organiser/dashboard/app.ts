import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
} from 'fastify';
import { Labels } from '#contract/content/shapes/labels-shape.ts';
import { asProperties, type Palette } from '#contract/content/palette.ts';
import { httpServer } from '#server/http/http-server.ts';
import { newId } from '#server/identity.ts';
import type { Bundle } from './bundle.ts';

export type Dashboard = {
  /** The calls of the page. */
  calls: FastifyPluginAsync;
  /** The colours of the conference; absent: those of the page. */
  palette?: Palette | undefined;
  bundle: Bundle;
  logger: FastifyBaseLogger;
  /** Decides who may use it, before routes are added. */
  guard: (app: FastifyInstance) => void;
  /** The dashboard on the web is behind a proxy. */
  isHttps?: boolean;
  trustedProxies?: readonly string[];
};

/** The dashboard's server. */
export async function buildDashboard({
  calls,
  palette,
  bundle,
  logger,
  guard,
  isHttps = false,
  trustedProxies = [],
}: Dashboard): Promise<FastifyInstance> {
  const app = httpServer({
    // The dashboard is English.
    wordsFor: () => ({ language: 'en', labels: Labels.parse({}) }),
    logger,
    newRequestId: newId,
    isHttps,
    trustedProxies,
  });
  app.decorateRequest('organiser');
  guard(app);
  await app.register(calls, { prefix: '/api' });
  const colours = Buffer.from(palette ? coloursOf(palette) : '');
  // Everybody may have the code of the page, which is the same for every conference.
  const config = { isOpen: true } as const;
  app.get('/colours.css', { config }, (_, reply) =>
    reply.type('text/css; charset=utf-8').send(colours),
  );
  for (const [address, file] of bundle) {
    if (address === PAGE) continue;
    app.get(address, { config }, (request, reply) => {
      // The name contains the digest of the file.
      void reply.header('cache-control', 'private, max-age=31536000, immutable');
      return send(request, reply, file);
    });
  }
  const page = bundle.get(PAGE);
  app.get('/*', { config }, (request, reply) => {
    if (!page || request.url.startsWith('/api/') || request.url.startsWith('/assets/')) {
      return reply.code(404).send({ message: 'There is nothing at this address.' });
    }
    void reply.headers({ ...PAGE_HEADERS, 'cache-control': 'no-store' });
    return send(request, reply, page);
  });
  return app;
}

const PAGE = '/index.html';

/** The page runs only its own script and calls only its own server. It shows files of abstracts at blob addresses. */
const PAGE_HEADERS = {
  'content-security-policy': [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self'`,
    `img-src 'self'`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `frame-src blob:`,
    `media-src 'self' blob:`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; '),
  // The registration desk reads codes of receipts with the camera.
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()',
  // The address of the page contains search texts.
  'referrer-policy': 'no-referrer',
};

function send(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { type, bytes, gzip }: { type: string; bytes: Buffer; gzip: Buffer | undefined },
): FastifyReply {
  void reply.type(type).header('vary', 'accept-encoding');
  if (!gzip || !/\bgzip\b/.test(headers['accept-encoding'] ?? '')) return reply.send(bytes);
  return reply.header('content-encoding', 'gzip').send(gzip);
}

/** The colours of the conference. They are not in the page's bundle, because one bundle serves every conference. */
function coloursOf({ light, dark }: Palette): string {
  return `:root {\n${asProperties(light)}}\n@media (prefers-color-scheme: dark) {\n:root {\n${asProperties(dark)}}\n}\n`;
}

import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** The one foreign address a page may ask: the public list of countries. */
const COUNTRY_SERVICE = 'https://restcountries.com';

/** Content-Security-Policy of an HTML page, by the hashes of its own inline scripts. */
export function pagePolicy(scriptHashes: string[]): string {
  return [
    `default-src 'none'`,
    `script-src 'self' ${scriptHashes.join(' ')}`.trim(),
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `connect-src 'self' ${COUNTRY_SERVICE}`,
    `manifest-src 'self'`,
    ...OF_EVERYTHING,
  ].join('; ');
}

const OF_EVERYTHING = [
  `object-src 'none'`,
  `base-uri 'none'`,
  `form-action 'self'`,
  `frame-ancestors 'none'`,
];

/** Headers of every answer; a page adds its own policy. HSTS only where visitors come by https. */
export async function securityHeaders(app: FastifyInstance, isHttps: boolean): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: { policy: 'credentialless' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin' },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: isHttps
      ? { maxAge: 2 * 365 * 24 * 60 * 60, includeSubDomains: true }
      : false,
  });
  app.addHook('onSend', async (_, reply) => {
    if (!reply.hasHeader('content-security-policy')) {
      void reply.header(
        'content-security-policy',
        [`default-src 'none'`, ...OF_EVERYTHING].join('; '),
      );
    }
    void reply.header(
      'permissions-policy',
      'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    );
  });
}

import type { FastifyInstance } from 'fastify';

type PageNeeds = {
  /** The hashes of the page's inline scripts. */
  scripts: string[];
  styles: string[];
  /** The origin of a country service, the only foreign one that a page may call. */
  countryService?: string | undefined;
};

/** Content-Security-Policy of an HTML page. */
export function pagePolicy({ scripts, styles, countryService }: PageNeeds): string {
  return [
    `default-src 'none'`,
    ['script-src', `'self'`, ...scripts].join(' '),
    ['style-src', `'self'`, ...styles].join(' '),
    `img-src 'self'`,
    `font-src 'self'`,
    ['connect-src', `'self'`, ...(countryService ? [countryService] : [])].join(' '),
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

/** Headers of every answer, by name. A page has its own policy. HSTS only if visitors use https. */
export type SecurityHeaders = Readonly<Record<string, string>>;

export function securityHeaders(isHttps: boolean): SecurityHeaders {
  return {
    'content-security-policy': [`default-src 'none'`, ...OF_EVERYTHING].join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'referrer-policy': 'strict-origin',
    'x-content-type-options': 'nosniff',
    // For browsers that do not know frame-ancestors.
    'x-frame-options': 'DENY',
    ...(isHttps && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
  };
}

/** Adds the headers to every answer of Fastify, also to errors. It keeps a header that the route has set. */
export function sendSecurityHeaders(app: FastifyInstance, headers: SecurityHeaders): void {
  const all = Object.entries(headers);
  app.addHook('onSend', (_, reply, payload, done) => {
    for (const [name, value] of all) {
      if (!reply.hasHeader(name)) void reply.header(name, value);
    }
    done(null, payload);
  });
}

/**
 * What MDN's HTTP Observatory would give an answer, by its published table:
 * https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring. It begins at 100; points beyond count only where
 * what is missing costs no more than 10. Redirection is not in it, because the proxy in front answers plain http.
 */
export type Scored = { status: number; headers: Headers; text: string };

export type Score = { points: number; /** What every test gave, by its name. */ tests: Tests };
type Tests = Record<keyof typeof observatoryTests, number>;

export function scoreOf(answer: Scored): Score {
  const tests = Object.fromEntries(
    Object.entries(observatoryTests).map(([name, test]) => [name, test(answer)]),
  ) as Tests;
  const given = Object.values(tests);
  const base = 100 + sum(given.filter((points) => points < 0));
  return { points: base >= 90 ? 100 + sum(given) : Math.max(0, base), tests };
}

const observatoryTests = {
  'content security policy': contentSecurityPolicy,
  cookies,
  'cross-origin resource sharing': crossOriginSharing,
  'referrer policy': referrerPolicy,
  'strict transport security': strictTransport,
  'subresource integrity': subresourceIntegrity,
  'content type options': ({ headers }: Scored) =>
    headers.get('x-content-type-options')?.trim().toLowerCase() === 'nosniff' ? 0 : -5,
  'frame options': frameOptions,
  'cross-origin resource policy': resourcePolicy,
};

const TOO_BROAD = /^(?:ftp:|https?:|\*|https?:\/\/\*(?:\.\*)?)$/;
const INLINE = /^(?:'unsafe-inline'|data:)$/;
const HASH_OR_NONCE = /^'(?:sha(?:256|384|512)|nonce)-/;

function contentSecurityPolicy({ headers }: Scored): number {
  const policy = directives(headers.get('content-security-policy'));
  if (policy.size === 0) return -25;
  const isPassive = (name: string) => name === 'img-src' || name === 'media-src';
  const active = [...policy].flatMap(([name, sources]) => (isPassive(name) ? [] : sources));
  const scripts = withoutOverruled(sourcesOf(policy, 'script-src'));
  const styles = withoutOverruled(sourcesOf(policy, 'style-src'));
  const objects = sourcesOf(policy, 'object-src');
  const images = [...sourcesOf(policy, 'img-src'), ...sourcesOf(policy, 'media-src')];

  const isUnsafe =
    scripts.some((source) => TOO_BROAD.test(source) || INLINE.test(source)) ||
    objects.some((source) => TOO_BROAD.test(source));
  if (isUnsafe) return -20;
  if (active.some(isPlain)) return -20;
  if ([...scripts, ...styles].includes("'unsafe-eval'") || images.some(isPlain)) return -10;
  if (styles.some((source) => TOO_BROAD.test(source) || INLINE.test(source))) return 0;
  return policy.get('default-src')?.join(' ') === "'none'" ? 10 : 5;
}

/** The first of two directives of one name counts. */
function directives(header: string | null): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const part of (header ?? '').split(/[;,]/)) {
    const [name = '', ...sources] = part.trim().split(/\s+/);
    if (name !== '' && !found.has(name.toLowerCase())) found.set(name.toLowerCase(), sources);
  }
  return found;
}

function sourcesOf(policy: Map<string, string[]>, directive: string): string[] {
  return policy.get(directive) ?? policy.get('default-src') ?? ['*'];
}

/** Browsers that know hashes take no heed of 'unsafe-inline' beside one. */
function withoutOverruled(sources: string[]): string[] {
  if (!sources.some((source) => HASH_OR_NONCE.test(source))) return sources;
  return sources.filter((source) => source !== "'unsafe-inline'");
}

function isPlain(source: string): boolean {
  return /^(?:http|ftp):/.test(source);
}

/** Whether a cookie is one of a session cannot be told for certain: each is taken for one. */
function cookies({ headers }: Scored): number {
  const set = headers.getSetCookie().map((cookie) => cookie.toLowerCase());
  if (set.length === 0) return 0;
  if (set.some((cookie) => !/;\s*secure/.test(cookie))) return -40;
  if (set.some((cookie) => !/;\s*httponly/.test(cookie))) return -30;
  return set.every((cookie) => /;\s*samesite=(?:strict|lax)/.test(cookie)) ? 5 : 0;
}

function crossOriginSharing({ headers }: Scored): number {
  const origin = headers.get('access-control-allow-origin');
  const isWithCredentials = headers.get('access-control-allow-credentials') === 'true';
  return origin !== null && origin !== 'null' && isWithCredentials ? -50 : 0;
}

function referrerPolicy({ headers }: Scored): number {
  const header = headers.get('referrer-policy');
  if (header === null) return 0;
  const last = header.toLowerCase().split(',').at(-1)?.trim() ?? '';
  return /^(?:no-referrer|same-origin|strict-origin(?:-when-cross-origin)?)$/.test(last) ? 5 : -5;
}

function strictTransport({ headers }: Scored): number {
  const age = /(?:^|;)\s*max-age=(\d+)/i.exec(headers.get('strict-transport-security') ?? '')?.[1];
  if (age === undefined) return -20;
  return Number(age) >= 15_552_000 ? 0 : -10;
}

function subresourceIntegrity({ headers, text }: Scored): number {
  if (!headers.get('content-type')?.startsWith('text/html')) return 0;
  const scripts = [...text.matchAll(/<script\b([^>]*)>/gi)].flatMap(([, attributes = '']) => {
    const address = /\bsrc="([^"]*)"/i.exec(attributes)?.[1];
    return address === undefined ? [] : [{ address, isSealed: /\bintegrity=/i.test(attributes) }];
  });
  const foreign = scripts.filter(({ address }) => /^(?:[a-z]+:)?\/\//i.test(address));
  if (foreign.some(({ address, isSealed }) => !isSealed && !address.startsWith('https:')))
    return -50;
  if (foreign.some(({ address }) => !address.startsWith('https:'))) return -20;
  if (foreign.some(({ isSealed }) => !isSealed)) return -5;
  return scripts.some(({ isSealed }) => isSealed) ? 5 : 0;
}

function frameOptions({ headers }: Scored): number {
  if (directives(headers.get('content-security-policy')).has('frame-ancestors')) return 5;
  return /^\s*(?:deny|sameorigin)\s*$/i.test(headers.get('x-frame-options') ?? '') ? 0 : -20;
}

function resourcePolicy({ headers }: Scored): number {
  const header = headers.get('cross-origin-resource-policy')?.trim();
  if (header === undefined || header === 'cross-origin') return 0;
  return header === 'same-origin' || header === 'same-site' ? 10 : -5;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

import { request } from 'node:http';
import { quantileOf } from './in-turns.ts';

export type VisitorFigures = {
  asked: number;
  good: number;
  p95Ms: number;
  longestMs: number;
  /** What went wrong, and how often. */
  bad: Map<string, number>;
};

type Asked = { path: string; body?: unknown };

const TIMEOUT_MS = 10_000;
const pricing = {
  registrationType: 'REGISTRATION_ONLY',
  presentationType: 'SPEAKER',
  numberOfNights: 1,
  numberOfGuests: 0,
};
const calls: readonly Asked[] = [
  { path: '/api/speakers/polymers' },
  { path: '/api/registration/get-pricing-config', body: pricing },
  { path: '/api/form-submission/get-session-options' },
  { path: '/api/form-submission/get-interested-in-options' },
];

/**
 * A visitor with an address of their own who sends a request every `everyMs`, whether the last answer came or not: pages
 * and calls in turn, and one registration in twenty. Each request uses a new connection, as a new visitor does.
 */
export async function visit(
  origin: string,
  pages: readonly string[],
  { localAddress, everyMs, until }: { localAddress: string; everyMs: number; until: AbortSignal },
): Promise<VisitorFigures> {
  const round = [...calls, ...pages.map((path) => ({ path }))];
  const waits: number[] = [];
  const bad = new Map<string, number>();
  const asking: Promise<void>[] = [];
  const began = performance.now();
  const timer = setInterval(() => {
    // A late timer catches up: fewer requests would make the test easier.
    while (asking.length * everyMs <= performance.now() - began) {
      const turn = asking.length;
      const asked =
        turn % 20 === 10 ? registrationOf(turn) : (round[turn % round.length] ?? { path: '/' });
      asking.push(
        answerTo(origin, asked, localAddress).then(({ ms, trouble }) => {
          waits.push(ms);
          if (trouble !== undefined) bad.set(trouble, (bad.get(trouble) ?? 0) + 1);
        }),
      );
    }
  }, everyMs / 4);
  await new Promise((over) => until.addEventListener('abort', over, { once: true }));
  clearInterval(timer);
  await Promise.all(asking);
  const troubles = [...bad.values()].reduce((sum, times) => sum + times, 0);
  return {
    asked: waits.length,
    good: waits.length - troubles,
    p95Ms: quantileOf(waits, 0.95),
    longestMs: Math.max(...waits),
    bad,
  };
}

function registrationOf(turn: number): Asked {
  const body = {
    name: `Load Visitor ${turn}`,
    phone: '+49 30 5550',
    email: `visitor.${turn}@lab.example`,
    instituteOrUniversity: 'Institute of Quiet Corners',
    country: 'Germany',
    presentationType: 'SPEAKER',
    registrationType: 'REGISTRATION_ONLY',
  };
  return { path: '/api/registration/register', body };
}

function answerTo(origin: string, { path, body }: Asked, localAddress: string) {
  const began = performance.now();
  return new Promise<{ ms: number; trouble: string | undefined }>((resolve) => {
    const end = (trouble?: string) => {
      const name = trouble === undefined ? undefined : `${path}: ${trouble}`;
      resolve({ ms: performance.now() - began, trouble: name });
    };
    const call = request(`${origin}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', 'accept-encoding': 'br' },
      agent: false,
      localAddress,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    call.on('error', (error) => end(error.name === 'Error' ? error.message : error.name));
    call.on('response', (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('error', (error) => end(error.message));
      response.on('end', () =>
        end(response.statusCode === 200 && bytes > 0 ? undefined : `${response.statusCode}`),
      );
    });
    call.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

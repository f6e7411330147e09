import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { counter, headOf, linesOf, type Metrics } from './metric-lines.ts';
import { readProcess } from './process-metrics.ts';
import type { OperatorAccess } from './operator-access.ts';
import { AppError } from '#server/errors.ts';
import { VERSION } from '#server/version.ts';

/** Checks of parts that the server does not need for every answer; each says whether its part works. */
export type Checks = Record<string, () => Promise<boolean>>;

const CHECK_MS = 2000;

type HealthDeps = {
  db: Db;
  checks: Checks;
  isStopping: () => boolean;
  hasOperatorAccess: OperatorAccess;
};

/**
 * /healthz says that the process answers and whether it is about to stop, /readyz that its database answers, too. Any
 * other fault makes /readyz `degraded`: visitors are still served. Only callers with operator access get the name of the
 * faulty part and the version.
 */
export function healthRoutes(
  app: FastifyInstance,
  { db, checks, isStopping, hasOperatorAccess }: HealthDeps,
): void {
  const options = { config: { always: true } };
  app.get('/healthz', options, async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    const status = isStopping() ? 'stopping' : 'ok';
    return { status, ...(hasOperatorAccess(request) && { version: VERSION }) };
  });
  app.get(
    '/readyz',
    { ...options, config: { always: true, limit: 'read' } },
    async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      if (isStopping()) return reply.code(503).send({ status: 'stopping' });
      if (!(await inTime(async () => Boolean(await sql`select 1`.execute(db))))) {
        throw new AppError('store-unavailable', () => 'The database does not answer.', {
          retryAfter: 10,
        });
      }
      const parts = await Promise.all(
        Object.entries(checks).map(async ([name, check]) => [name, await inTime(check)] as const),
      );
      const status = parts.every(([, isWell]) => isWell) ? 'ready' : 'degraded';
      return hasOperatorAccess(request) ? { status, ...Object.fromEntries(parts) } : { status };
    },
  );
}

/** False if the check fails or hangs. */
async function inTime(check: () => Promise<boolean>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), CHECK_MS);
  try {
    return await Promise.race([check().catch(() => false), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The upper bounds, in seconds, of the histogram of answer times. */
const BOUNDS = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 12] as const;

type Route = { method: string; route: string; status: number };
type Answers = Route & { withinBounds: number[]; count: number; seconds: number };

/**
 * Counts answers by route and refusals by their code: hits of a limit, wrong signatures, changed prices, refused files,
 * unknown payments. `/metrics` shows them to callers with operator access, in Prometheus' text format
 * (https://prometheus.io/docs/instrumenting/exposition_formats/).
 */
export function metrics(
  app: FastifyInstance,
  hasOperatorAccess: OperatorAccess,
  readMetrics: () => Promise<Metrics>,
): void {
  const answers = new Map<string, Answers>();
  const refused = new Map<string, number>();

  app.addHook('onResponse', ({ method, routeOptions, errorCode }, reply, done) => {
    const route = routeOptions.url ?? 'unknown';
    count(answers, { method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    if (errorCode !== '') refused.set(errorCode, (refused.get(errorCode) ?? 0) + 1);
    done();
  });

  const options = { config: { always: true } };
  app.get('/metrics', options, async (request, reply) => {
    if (!hasOperatorAccess(request))
      throw new AppError('not-found', () => 'There is nothing at this address.');
    void reply.header('cache-control', 'no-store').type('text/plain; version=0.0.4; charset=utf-8');
    return [
      ...linesOfAnswers([...answers.values()]),
      ...linesOf({
        plenary_refusals_total: counter('Refused requests by the code of the refusal.', {
          label: 'code',
          values: Object.fromEntries(refused),
        }),
        ...(await readMetrics()),
        ...(await readProcess()),
      }),
      '',
    ].join('\n');
  });
}

function count(answers: Map<string, Answers>, route: Route, seconds: number): void {
  const key = `${route.method} ${route.route} ${route.status}`;
  let counted = answers.get(key);
  if (!counted) {
    counted = { ...route, withinBounds: BOUNDS.map(() => 0), count: 0, seconds: 0 };
    answers.set(key, counted);
  }
  for (const [at, bound] of BOUNDS.entries()) {
    if (seconds <= bound) counted.withinBounds[at] = (counted.withinBounds[at] ?? 0) + 1;
  }
  counted.count += 1;
  counted.seconds += seconds;
}

function linesOfAnswers(answers: Answers[]): string[] {
  return [
    ...headOf('plenary_answer_seconds', 'Time of answers in seconds.', 'histogram'),
    ...answers.flatMap(({ method, route, status, withinBounds, ...sum }) => {
      const labels = `method="${method}",route="${route}",status="${status}"`;
      return [
        ...withinBounds.map(
          (n, at) => `plenary_answer_seconds_bucket{${labels},le="${BOUNDS[at]}"} ${n}`,
        ),
        `plenary_answer_seconds_bucket{${labels},le="+Inf"} ${sum.count}`,
        `plenary_answer_seconds_sum{${labels}} ${sum.seconds.toFixed(6)}`,
        `plenary_answer_seconds_count{${labels}} ${sum.count}`,
      ];
    }),
  ];
}

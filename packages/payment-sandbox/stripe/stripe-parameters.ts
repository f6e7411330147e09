import * as z from 'zod/mini';
import type { ApiError } from '../api-calls.ts';
import { badParameter, noSuch } from './stripe-errors.ts';
import type { Expand } from './stripe-objects.ts';

/** Parses a request with a strict schema and refuses it the way Stripe does. */
export function readParameters<Schema extends z.ZodMiniType>(
  schema: Schema,
  sent: unknown,
): z.output<Schema> {
  const result = z.safeParse(schema, sent);
  if (result.success) return result.data;
  throw refusal(result.error.issues, sent);
}

/** Parameters by the names that Stripe's package knows. */
export type Known<Params> = { [Key in keyof Params]?: z.ZodMiniType };

export function text(maximum = 5000) {
  return z.string().check(z.minLength(1), z.maxLength(maximum));
}

export const emailText = text(800).check(
  z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'Invalid email address'),
);

export function integer(minimum: number, maximum = 99_999_999_999) {
  const number = z.pipe(
    z.string().check(z.regex(/^-?\d{1,15}$/, 'Invalid integer')),
    z.transform(Number),
  );
  return z.pipe(number, z.int().check(z.minimum(minimum), z.maximum(maximum)));
}

export const metadata = z.record(
  z.string().check(z.maxLength(40)),
  z.string().check(z.maxLength(500)),
);

/** `payment_intent.latest_charge` expands the intent too. */
export function expandable(...paths: [string, ...string[]]) {
  const path = z.enum(paths, {
    error: `This property cannot be expanded: the payment sandbox supports only ${paths.join(', ')}.`,
  });
  return z.pipe(
    z._default(z.array(path), []),
    z.transform((asked): Expand => ({
      intent: asked.some((each) => each.includes('payment_intent')),
      charge: asked.some((each) => each.endsWith('latest_charge')),
    })),
  );
}

export const pageParameters = {
  limit: z._default(integer(1, 100), 10),
  starting_after: z.optional(text()),
};

/** Objects that were created at this time or later. */
export const sinceParameters = { created: z.optional(z.strictObject({ gte: integer(0) })) };

/** A range of times. */
export const between = z.optional(
  z.strictObject({ gte: z.optional(integer(0)), lte: z.optional(integer(0)) }),
);

export function isBetween(range: z.output<typeof between>, time: number): boolean {
  const { gte = 0, lte = Infinity } = range ?? {};
  return time >= gte && time <= lte;
}

/** One page of a list, newest first as at Stripe; `rows` are oldest first. */
export function listObject<Row extends { id: string }>(
  url: string,
  rows: readonly Row[],
  { limit, starting_after: after }: { limit: number; starting_after?: string | undefined },
  write: (row: Row) => object,
) {
  const newestFirst = rows.toReversed();
  const start = newestFirst.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && start === 0) throw noSuch('object', after, 'starting_after');
  return {
    object: 'list',
    data: newestFirst.slice(start, start + limit).map(write),
    has_more: start + limit < newestFirst.length,
    url,
  };
}

function refusal(issues: readonly z.core.$ZodIssue[], sent: unknown): ApiError {
  const unknown = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => name([...issue.path, key])) : [],
  );
  if (unknown.length > 0)
    return badParameter(
      `Received unknown parameter${unknown.length > 1 ? 's' : ''}: ${unknown.join(', ')}. If Stripe knows it, the payment sandbox does not support it.`,
      { code: 'parameter_unknown', param: unknown[0] },
    );

  const missing = issues.find((issue) => valueAt(sent, issue.path) === undefined);
  if (missing) {
    const param = name(missing.path);
    return badParameter(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }

  const [first] = issues;
  const param = name(first?.path ?? []);
  return badParameter(`${first?.message ?? 'Invalid parameter'} (${param})`, { param });
}

/** ['line_items', 0, 'quantity'] → "line_items[0][quantity]". */
function name(path: readonly PropertyKey[]): string {
  const [head = '', ...rest] = path.map(String);
  return head + rest.map((part) => `[${part}]`).join('');
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
    value,
  );
}

import * as z from 'zod/mini';
import type { Issue } from './issues.ts';
import { type Detail, type PayPalError, refused } from './paypal-error.ts';

/** Parses a request with a strict schema and refuses it the way PayPal does. */
export function readParameters<Schema extends z.ZodMiniType>(
  schema: Schema,
  sent: unknown,
  under = '',
): z.output<Schema> {
  const result = z.safeParse(schema, sent);
  if (result.success) return result.data;
  throw refusal(result.error.issues, sent, under);
}

/** Lengths are in characters as a reader counts them, not in UTF-16 units. */
export function text(maximum: number, minimum = 1) {
  return z.string().check(
    z.refine((value) => [...value].length >= minimum && [...value].length <= maximum, {
      params: { issue: 'INVALID_STRING_LENGTH' satisfies Issue },
    }),
  );
}

export function pattern(expression: RegExp, maximum: number) {
  return text(maximum).check(
    z.refine((value) => expression.test(value), {
      params: { issue: 'INVALID_PARAMETER_SYNTAX' satisfies Issue },
    }),
  );
}

export const webAddress = text(2048).check(
  z.refine((value) => ['http:', 'https:'].includes(URL.parse(value)?.protocol ?? ''), {
    params: { issue: 'INVALID_PARAMETER_SYNTAX' satisfies Issue },
  }),
);

export const money = z.strictObject({
  currency_code: text(3, 3),
  value: pattern(/^((-?[0-9]+)|(-?([0-9]+)?[.][0-9]+))$/, 32),
});

/** `['purchase_units', 0, 'amount']` → `/purchase_units/@reference_id=='default'/amount`. */
export function pointerTo(path: readonly PropertyKey[], sent: unknown): string {
  return path
    .map((part, index) =>
      path[index - 1] === 'purchase_units'
        ? `/@reference_id=='${referenceOf(valueAt(sent, path.slice(0, index + 1)))}'`
        : `/${String(part)}`,
    )
    .join('');
}

type ZodIssue = z.core.$ZodIssue;

function refusal(found: readonly ZodIssue[], sent: unknown, under: string): PayPalError {
  const details = found.flatMap((issue) => detailsOf(issue, sent, under));
  const [first = { issue: 'MALFORMED_REQUEST_JSON' }, ...others] = details;
  return refused([first, ...others]);
}

function detailsOf(issue: ZodIssue, sent: unknown, under: string): Detail[] {
  const at = under + pointerTo(issue.path, sent);
  // PayPal's parser treats an unknown member, or one of another type, as malformed JSON.
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ issue: 'MALFORMED_REQUEST_JSON', field: `${at}/${key}` }));
  const value = valueAt(sent, issue.path);
  if (value === undefined) return [{ issue: 'MISSING_REQUIRED_PARAMETER', field: at }];
  const shown = typeof value === 'string' ? value : undefined;
  return [{ issue: issueOf(issue, value), field: at, value: shown }];
}

function issueOf(issue: ZodIssue, value: unknown): Issue {
  if (issue.code === 'custom') {
    const named: unknown = issue.params?.['issue'];
    return named === 'INVALID_STRING_LENGTH' ? named : 'INVALID_PARAMETER_SYNTAX';
  }
  if (issue.code === 'too_small') return 'INVALID_ARRAY_MIN_ITEMS';
  if (issue.code === 'too_big') return 'INVALID_ARRAY_MAX_ITEMS';
  if (issue.code === 'invalid_value' && typeof value === 'string') return 'INVALID_PARAMETER_VALUE';
  return 'MALFORMED_REQUEST_JSON';
}

function referenceOf(unit: unknown): string {
  const reference = valueAt(unit, ['reference_id']);
  return typeof reference === 'string' ? reference : 'default';
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
    value,
  );
}

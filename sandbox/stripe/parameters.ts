import * as z from 'zod/mini';
import { badParameter, type StripeError } from './stripe-error.ts';

/** Parses a request with a strict schema and refuses it the way Stripe does. */
export function readParameters<Schema extends z.ZodMiniType>(
  schema: Schema,
  sent: unknown,
): z.output<Schema> {
  const result = z.safeParse(schema, sent);
  if (result.success) return result.data;
  throw refusal(result.error.issues, sent);
}

export function text(maximum = 5000) {
  return z.string().check(
    z.refine((value) => value !== '', {
      error: 'You passed an empty string',
      params: { stripeCode: 'parameter_invalid_empty' },
      abort: true,
    }),
    z.refine((value) => value.length <= maximum, {
      error: `Invalid string; must be at most ${maximum} characters`,
    }),
  );
}

export function integer({ minimum, maximum }: { minimum: number; maximum?: number }) {
  return z.pipe(
    z.string(),
    z.transform((value, context) => {
      const number = Number(value);
      if (!/^-?\d{1,15}$/.test(value))
        context.issues.push(
          problem(value, `Invalid integer: ${value}`, 'parameter_invalid_integer'),
        );
      else if (number < minimum)
        context.issues.push(
          problem(
            value,
            `This value must be greater than or equal to ${minimum}.`,
            'parameter_invalid_integer',
          ),
        );
      else if (maximum !== undefined && number > maximum)
        context.issues.push(
          problem(
            value,
            `This value must be less than or equal to ${maximum}.`,
            'parameter_invalid_integer',
          ),
        );
      return number;
    }),
  );
}

export function boolean() {
  return z.pipe(
    z.string(),
    z.transform((value, context) => {
      if (value !== 'true' && value !== 'false')
        context.issues.push(problem(value, `Invalid boolean: ${value}`));
      return value === 'true';
    }),
  );
}

export function choice<const Choices extends readonly [string, ...string[]]>(choices: Choices) {
  return z.enum(choices, { error: `Invalid value: must be one of ${choices.join(', ')}` });
}

/** 50 keys of up to 40 characters, values of up to 500; an empty string means no metadata. */
export function metadata() {
  return z.union([
    z.pipe(
      z.literal(''),
      z.transform((): Record<string, string> => ({})),
    ),
    z
      .record(
        z.string().check(
          z.refine((key) => key.length <= 40, {
            error: 'Metadata keys can have up to 40 characters',
          }),
        ),
        z.string().check(
          z.refine((value) => value.length <= 500, {
            error: 'Metadata values can have up to 500 characters',
          }),
        ),
      )
      .check(
        z.refine((entries) => Object.keys(entries).length <= 50, {
          error: 'Metadata can have up to 50 keys',
        }),
      ),
  ]);
}

/** A later part includes the earlier ones: `payment_intent.latest_charge` expands the intent too. */
export function expandable(paths: readonly string[]) {
  return z.pipe(
    z.optional(z.array(z.string())),
    z.transform((asked, context): ReadonlySet<string> => {
      for (const [index, path] of (asked ?? []).entries())
        if (!paths.includes(path))
          context.issues.push({
            ...problem(
              path,
              `This property cannot be expanded (${path}). You may want to try expanding one of: ${paths.join(', ')}.`,
            ),
            path: [index],
          });
      return new Set(
        (asked ?? []).flatMap((path) =>
          path.split('.').map((_, index, parts) => parts.slice(0, index + 1).join('.')),
        ),
      );
    }),
  );
}

function problem(input: string, message: string, stripeCode?: string) {
  return { code: 'custom' as const, input, message, params: { stripeCode } };
}

type Issue = z.core.$ZodIssue;

function refusal(issues: readonly Issue[], sent: unknown): StripeError {
  const flat = issues.flatMap((issue) => unfold(issue));
  const unknown = flat.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => name([...issue.path, key])) : [],
  );
  if (unknown.length > 0)
    return badParameter(
      `Received unknown parameter${unknown.length > 1 ? 's' : ''}: ${unknown.join(', ')}`,
      { code: 'parameter_unknown', param: unknown[0] },
    );

  const missing = flat.find((issue) => valueAt(sent, issue.path) === undefined);
  if (missing) {
    const param = name(missing.path);
    return badParameter(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }

  const [first] = flat;
  const param = name(first?.path ?? []);
  if (first?.code === 'invalid_type')
    return badParameter(`Invalid ${first.expected === 'record' ? 'object' : first.expected}`, {
      param,
    });
  const code = codeOf(first);
  if (code === 'parameter_invalid_empty')
    return badParameter(
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
      { code, param },
    );
  return badParameter(first?.message ?? 'Invalid parameters', { code, param });
}

/** A union reports its members' findings nested: the last member is the intended one. */
function unfold(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const meant = issue.errors.at(-1) ?? [];
  return meant.flatMap((inner) => unfold({ ...inner, path: [...issue.path, ...inner.path] }));
}

function codeOf(issue: Issue | undefined): string | undefined {
  const code: unknown = issue?.code === 'custom' ? issue.params?.['stripeCode'] : undefined;
  return typeof code === 'string' ? code : undefined;
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

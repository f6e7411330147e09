import { readFileSync } from 'node:fs';
import { Ajv2019, type AnySchemaObject, type Options } from 'ajv/dist/2019.js';
import { type Exchange, exchanges, type SentWebhook } from 'plenary-payment-sandbox';
import * as z from 'zod/mini';
import { paypalFiles } from './published-files.ts';

const FILES = [
  'checkout_orders_v2',
  'payments_payment_v2',
  'customer_disputes_v1',
  'reporting_transactions_v1',
  'notifications_webhooks_v1',
];

/** PayPal describes this call in words only. */
const IN_WORDS = 'POST /v1/oauth2/token';

/** The schema of the resource of an event, by the beginning of its name. */
const RESOURCES = [
  ['CHECKOUT.ORDER.', 'checkout_orders_v2#/components/schemas/order'],
  ['PAYMENT.CAPTURE.RE', 'payments_payment_v2#/components/schemas/refund'],
  ['PAYMENT.CAPTURE.', 'payments_payment_v2#/components/schemas/capture-2'],
  ['CUSTOMER.DISPUTE.', 'customer_disputes_v1#/components/schemas/dispute'],
] as const;

const Json = z.record(z.string(), z.unknown());
const Parameter = z.object({
  name: z.string(),
  in: z.string(),
  required: z.optional(z.boolean()),
  schema: z.optional(Json),
});
const Operation = z.object({
  parameters: z._default(z.array(Json), []),
  requestBody: z.optional(Json),
  responses: z.record(z.string(), Json),
});
const Specification = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
});
const Sent = z.object({ content: z.object({ 'application/json': z.object({ schema: Json }) }) });
const PayPalEvent = z.object({ id: z.string(), event_type: z.string(), resource: Json });

type Published = {
  file: string;
  json: unknown;
  paths: z.infer<typeof Specification>['paths'];
};

let published: Published[] | undefined;

function read(): Published[] {
  published ??= FILES.map((file) => {
    const json: unknown = JSON.parse(readFileSync(`${paypalFiles}${file}.json`, 'utf8'));
    return { file, json, paths: z.parse(Specification, json).paths };
  });
  return published;
}

function jsonOf(file: string): unknown {
  return read().find((each) => each.file === file)?.json;
}

/** They are compared after the test: the first comparison takes seconds, in which the shop would give up its call. */
let exchanged: (Exchange | SentWebhook)[] = [];
exchanges.subscribe((exchange) => void exchanged.push(exchange as Exchange | SentWebhook));

/** The differences since the last call of this function. */
export function takeDifferences(): string[] {
  const found = new Set(exchanged.flatMap(differencesFromPublished));
  exchanged = [];
  return [...found];
}

/** The differences between a call, or a webhook, and PayPal's descriptions; [] also for a call of another provider. */
export function differencesFromPublished(exchange: Exchange | SentWebhook): string[] {
  if ('webhook' in exchange) return inWebhook(exchange);
  const { provider, method, path } = exchange;
  if (provider !== 'paypal' || `${method} ${path}` === IN_WORDS) return [];
  const found = findOperation(method, path);
  // The sandbox refuses what it does not know, and a test tries that.
  if (!found) return exchange.status < 400 ? [`${method} ${path} is not published`] : [];
  return [...inRequest(found, exchange), ...inAnswer(found, exchange)].map(
    (difference) => `${method} ${path}: ${difference}`,
  );
}

/** Whether PayPal describes a call; the path may have names such as `:id`. */
export function isPublished(method: string, path: string): boolean {
  return `${method} ${path}` === IN_WORDS || findOperation(method, path) !== undefined;
}

type Found = { file: string; at: string; operation: z.infer<typeof Operation> };

function findOperation(method: string, path: string): Found | undefined {
  for (const { file, paths } of read()) {
    for (const [template, methods] of Object.entries(paths)) {
      const pattern = `^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`;
      const operation = methods[method.toLowerCase()];
      if (operation === undefined || !new RegExp(pattern).test(path)) continue;
      const at = `/paths/${template.replaceAll('/', '~1')}/${method.toLowerCase()}`;
      return { file, at, operation: z.parse(Operation, operation) };
    }
  }
  return undefined;
}

/** A request that was refused may be wrong: a test has tried that. */
function inRequest(
  { file, at, operation }: Found,
  { method, query, sent, status }: Exchange,
): string[] {
  if (status >= 400) return [];
  const parameters = operation.parameters
    .map((each) => z.parse(Parameter, resolved(file, each)))
    .filter((each) => each.in === 'query');
  const asked = {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema = {} }) => [name, schema])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
  const inQuery = mistakes('query', `${file}${at}`, { asked, value: { ...Object(query) }, file });
  if (method === 'GET' || typeof sent !== 'string' || sent === '') return inQuery;
  const body = resolved(file, operation.requestBody ?? {});
  const value: unknown = JSON.parse(sent);
  // A call that creates nothing but acts may have an empty body.
  if (!Sent.safeParse(body).success) {
    return sent === '{}' ? inQuery : [...inQuery, 'a body that is not published'];
  }
  const ref = `${refOf(file, operation.requestBody, `${at}/requestBody`)}/content/application~1json/schema`;
  return [...inQuery, ...mistakes('request', ref, { value, file })];
}

function inAnswer({ file, at, operation }: Found, { status, body }: Exchange): string[] {
  // The gate before PayPal's services answers these.
  if ([401, 413, 429].includes(status)) return [];
  const name = operation.responses[status] ? String(status) : 'default';
  const answer = operation.responses[name];
  if (!answer) return [`the status ${status} is not published`];
  if (!Sent.safeParse(resolved(file, answer)).success) return [];
  const ref = refOf(file, answer, `${at}/responses/${name}`);
  const kind = status < 400 ? 'answer' : 'error';
  return mistakes(kind, `${ref}/content/application~1json/schema`, {
    value: JSON.parse(body),
    file,
  });
}

function inWebhook({ webhook }: SentWebhook): string[] {
  const event = PayPalEvent.safeParse(JSON.parse(webhook)).data;
  if (!event) return [];
  const [, ref = ''] = RESOURCES.find(([begin]) => event.event_type.startsWith(begin)) ?? [];
  const [file = ''] = ref.split('#');
  const envelope = 'notifications_webhooks_v1';
  return [
    ...mistakes('error', `${envelope}#/components/schemas/event`, { value: event, file: envelope }),
    ...mistakes('answer', ref, { value: event.resource, file }),
  ].map((difference) => `webhook ${event.event_type}: ${difference}`);
}

const Reference = z.object({ $ref: z.string() });

function refOf(file: string, value: unknown, at: string): string {
  const reference = Reference.safeParse(value).data?.$ref;
  return reference === undefined ? `${file}#${at}` : `${file}${reference}`;
}

function resolved(file: string, value: z.infer<typeof Json>): unknown {
  const reference = Reference.safeParse(value).data?.$ref;
  if (reference === undefined) return value;
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((within, key) => (isObject(within) ? within[key] : undefined), jsonOf(file));
}

/** Members that are not published are mistakes, but not in errors, whose schemas describe one list in two places. */
type Kind = 'query' | 'request' | 'answer' | 'error';

const validators = new Map<string, Ajv2019>();

function mistakes(
  kind: Kind,
  ref: string,
  { asked, value, file }: { asked?: AnySchemaObject; value: unknown; file: string },
): string[] {
  const isClosed = kind === 'request' || kind === 'answer';
  const ajv = validatorFor({ file, isClosed, coerceTypes: kind === 'query' });
  const key = `${kind} ${ref}`;
  const schema = asked ?? { $ref: ref, ...(isClosed && { unevaluatedProperties: false }) };
  const validate = ajv.getSchema(key) ?? ajv.addSchema(schema, key).getSchema(key);
  if (!validate || validate(value)) return validate ? [] : [`no schema ${ref}`];
  return [`the ${kind} ${ajv.errorsText(validate.errors, { dataVar: '' })}`];
}

function validatorFor({
  file,
  isClosed,
  coerceTypes,
}: Pick<Options, 'coerceTypes'> & { file: string; isClosed: boolean }): Ajv2019 {
  const name = `${file} ${isClosed} ${coerceTypes}`;
  const known = validators.get(name);
  if (known) return known;
  const ajv = new Ajv2019({
    strict: false,
    validateFormats: false,
    unicodeRegExp: false,
    allErrors: true,
    logger: false,
    ...(coerceTypes !== undefined && { coerceTypes }),
  });
  const schemas = structuredClone(jsonOf(file));
  prepare(schemas, isClosed);
  ajv.addSchema(z.parse(Json, schemas), file);
  validators.set(name, ajv);
  return ajv;
}

/**
 * Forbids further members in each object that is a member or an item. The words of an error may be others than PayPal's, an
 * empty list is an answer, and reports write the zone of a time without a colon (as examples on PayPal's pages do).
 */
function prepare(value: unknown, isClosed: boolean): void {
  if (!isObject(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'pattern' && typeof inner === 'string') {
      value[key] = inner.replace('[+-][0-9]{2}:[0-9]{2}', '[+-][0-9]{2}:?[0-9]{2}');
    }
    if (key === 'properties' && isObject(inner)) {
      for (const name of ['message', 'description']) {
        if (isObject(inner[name])) delete inner[name]['enum'];
      }
      for (const member of Object.values(inner)) {
        if (!isObject(member)) continue;
        delete member['minItems'];
        if (isClosed) member['unevaluatedProperties'] = false;
      }
    }
    if (key === 'items' && isObject(inner) && isClosed) inner['unevaluatedProperties'] = false;
    prepare(inner, isClosed);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

import { STATUS_CODES } from 'node:http';
import * as z from 'zod/mini';
import type { Call } from '#contract/call.ts';
import { type ErrorCode, ErrorReply, errorStatuses } from '#contract/errors.ts';
import { VERSION } from '#server/version.ts';
import { type CallDescription, descriptions, tags } from './call-descriptions.ts';

const JSON_TYPE = 'application/json';

/** Refusals that every call can have. */
const COMMON: readonly ErrorCode[] = [
  'bad-request',
  'foreign-address',
  'timed-out',
  'address-too-long',
  'unmet-expectation',
  'headers-too-large',
  'too-many-requests',
  'fault',
  'store-unavailable',
  'too-slow',
  'busy',
];
const OF_BODIES: readonly ErrorCode[] = ['too-large', 'unsupported-type'];
const DESCRIPTION = `The calls of the pages of this site. None needs a login. A refusal has a sentence for people in
\`message\` and one of a closed list of words in \`code\`; after \`Retry-After\` seconds another try makes sense. Calls can be
repeated: the server finds the registration, order or abstract of the first time. Webhooks of payment providers are not
listed here.`;

type Schema = Record<string, unknown>;

/** Calls with their operation ids. */
export type NamedCalls = readonly (readonly [string, Call])[];

/** The calls as OpenAPI describes them: https://spec.openapis.org/oas/v3.1.1.html */
export function openApi(title: string, origin: string, offered: NamedCalls) {
  const schemas: Record<string, Schema> = {};
  const namesOf = new Map<string, string>();

  /** A reference to the schema; schemas of the same content have one name. */
  function named(name: string, schema: Schema): Schema {
    const text = JSON.stringify(schema);
    const known = namesOf.get(text) ?? name;
    namesOf.set(text, known);
    schemas[known] = schema;
    return { $ref: `#/components/schemas/${known}` };
  }

  const components = { named, responses: {} };
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [id, call] of offered) {
    const path = call.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(id, call, components) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: `${title}: calls`,
      version: VERSION,
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: origin }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    security: [],
    paths,
    components: { schemas, responses: components.responses },
  };
}

type Components = {
  named: (name: string, schema: Schema) => Schema;
  responses: Record<string, unknown>;
};

function operation(id: string, call: Call, components: Components) {
  const { named } = components;
  const about = aboutCall(id);
  const Name = id.charAt(0).toUpperCase() + id.slice(1);
  const type = call.bodyType ?? JSON_TYPE;
  const codesOf = Map.groupBy(refusalsOf(id, call), (code) => errorStatuses[code]);
  return {
    operationId: id,
    tags: [about.tag],
    summary: call.summary,
    description: about.description,
    parameters: [
      ...parameters('path', call.params, about.params),
      ...parameters('query', call.query, about.query),
    ],
    ...(call.body && {
      requestBody: {
        required: true,
        content: {
          [type]: {
            schema: named(`${Name}Request`, jsonSchema(call.body, 'input')),
            example: about.body,
            ...(type === 'multipart/form-data' && {
              encoding: { abstractFile: { contentType: FILE_TYPES } },
            }),
          },
        },
      },
    }),
    responses: {
      200: {
        description: 'Done',
        content: {
          [JSON_TYPE]: {
            schema: named(`${Name}Reply`, jsonSchema(call.reply, 'output')),
            example: about.reply,
          },
        },
      },
      ...Object.fromEntries(
        Array.from(codesOf, ([status, codes]) => [
          status,
          {
            ...refusal(status, about.refusesAsText ?? false, components),
            description: `${STATUS_CODES[status]}: ${codes.join(', ')}`,
          },
        ]),
      ),
    },
  };
}

/** The codes of all refusals that a call can have. */
export function refusalsOf(id: string, { method }: Call): readonly ErrorCode[] {
  return [...COMMON, ...(method === 'POST' ? OF_BODIES : []), ...(aboutCall(id).refusals ?? [])];
}

function aboutCall(id: string): CallDescription {
  const about = new Map(Object.entries(descriptions)).get(id);
  if (!about) throw new Error(`${id} has no description`);
  return about;
}

const FILE_TYPES =
  'application/pdf, application/msword, application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** The response of a status with its closed list of codes, made once. */
function refusal(status: number, isText: boolean, { named, responses }: Components): Schema {
  const name = `${isText ? 'Text' : 'Refusal'}${status}`;
  const general = jsonSchema(ErrorReply, 'output');
  const codes = Object.entries(errorStatuses).flatMap(([code, of]) =>
    of === status ? [code] : [],
  );
  const schema = () =>
    named(`Refusal${status}`, {
      ...general,
      properties: { ...general.properties, code: { type: 'string', enum: codes } },
    });
  const example = { success: false, code: codes[0], message: 'A sentence for the visitor.' };
  const headers = {
    'Retry-After': {
      description: 'Seconds after which another try makes sense',
      schema: { type: 'integer' },
    },
  };
  responses[name] = {
    description: STATUS_CODES[status],
    ...(MAY_WAIT.has(status) && { headers }),
    content: isText
      ? { 'text/plain': { schema: { type: 'string' } } }
      : { [JSON_TYPE]: { schema: schema(), example } },
  };
  return { $ref: `#/components/responses/${name}` };
}

const MAY_WAIT = new Set([429, 503, 507]);

function parameters(
  place: 'path' | 'query',
  schema: z.ZodMiniType | undefined,
  example: Record<string, unknown> = {},
) {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input');
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: shape,
    example: example[name],
  }));
}

/** A schema as JSON Schema. A type that JSON Schema cannot express becomes one that allows anything. */
export function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output') {
  const { $schema: _, ...shape } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return shape;
}

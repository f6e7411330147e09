import * as z from 'zod/mini';
import type { Call } from '#contract/call.ts';
import { Refused } from '#contract/refusal.ts';

const JSON_TYPE = 'application/json';

/** The calls as OpenAPI describes them: https://spec.openapis.org/oas/v3.1.0 */
export function openApi(title: string, calls: readonly Call[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const call of calls) {
    const path = call.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call) };
  }
  return { openapi: '3.1.0', info: { title: `${title}: calls`, version: '1' }, paths };
}

function operation({ summary, params, query, body, bodyType, reply }: Call) {
  return {
    summary,
    parameters: [...parameters('path', params), ...parameters('query', query)],
    ...(body && {
      requestBody: { required: true, content: content(bodyType ?? JSON_TYPE, body, 'input') },
    }),
    responses: {
      200: { description: 'Done', content: content(JSON_TYPE, reply, 'output') },
      '4XX': refused('Refused: the message says why'),
      '5XX': refused('Not possible at the moment'),
    },
  };
}

function parameters(place: 'path' | 'query', schema: z.ZodMiniType | undefined) {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input');
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: shape,
  }));
}

function refused(description: string) {
  return { description, content: content(JSON_TYPE, Refused, 'output') };
}

function content(type: string, schema: z.ZodMiniType, io: 'input' | 'output') {
  return { [type]: { schema: jsonSchema(schema, io) } };
}

/** As people and programs read a schema; what JSON Schema has no word for is left open. */
export function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output') {
  const { $schema: _, ...shape } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return shape;
}

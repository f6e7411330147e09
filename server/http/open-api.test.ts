import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import type { Call } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';
import { descriptions } from './call-descriptions.ts';
import { openApi } from './open-api.ts';

const document = openApi('Polymer Summit', '/', Object.entries<Call>(calls));
const operations = Object.values(document.paths).flatMap((path) => Object.values(path));

test('the OpenAPI document is valid', async () => {
  const checked = await new Validator().validate(JSON.parse(JSON.stringify(document)));
  expect(checked.errors ?? []).toEqual([]);
});

test('every operation has an id of its own, a tag, a summary, a description and refusals', () => {
  expect(operations).toHaveLength(Object.keys(calls).length);
  expect(operations.map((each) => Reflect.get(Object(each), 'operationId'))).toEqual(
    expect.arrayContaining(Object.keys(calls)),
  );
  for (const each of operations) {
    expect(each).toMatchObject({
      tags: [expect.stringMatching(/\w/)],
      summary: expect.stringMatching(/\w/),
      description: expect.stringMatching(/\.$/),
      responses: { 200: {}, 400: {}, 429: {}, 500: {}, 503: {} },
    });
  }
});

test('the responses of an operation name its own refusals', () => {
  const responses: unknown = Reflect.get(
    Object(document.paths['/api/registration/get-pricing-config']?.['post']),
    'responses',
  );
  expect(responses).toMatchObject({
    409: { $ref: '#/components/responses/Refusal409', description: 'Conflict: closed, sold-out' },
  });
  expect(responses).not.toHaveProperty('404');
});

test('every reference leads to a component, and every component is used', () => {
  const text = JSON.stringify(document);
  const used = new Set(Array.from(text.matchAll(/"#\/components\/(\w+\/\w+)"/g), ([, at]) => at));
  const given = Object.entries(document.components).flatMap(([kind, all]) =>
    Object.keys(all).map((name) => `${kind}/${name}`),
  );
  expect([...used].filter((name) => !given.includes(String(name)))).toEqual([]);
  expect(given.filter((name) => !used.has(name))).toEqual([]);
});

describe.each(Object.entries<Call>(calls))('the example of %s', (id, call) => {
  test('fits its schemas', () => {
    const about = Object.entries(descriptions).find(([name]) => name === id)?.[1];
    for (const part of ['params', 'query', 'reply'] as const) {
      expect(call[part]?.safeParse(about?.[part]).error).toBeUndefined();
    }
    const body =
      call.bodyType === 'multipart/form-data'
        ? { ...about?.body, abstractFile: new File(['%PDF'], 'abstract.pdf') }
        : about?.body;
    const { error, data = {} } = call.body?.safeParse(body) ?? {};
    expect(error).toBeUndefined();
    expect(Object.keys(Object(data))).toEqual(expect.arrayContaining(Object.keys(body ?? {})));
  });
});

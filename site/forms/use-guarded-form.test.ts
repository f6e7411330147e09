import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { required } from './form-fields.ts';
import { resolverFor } from './use-guarded-form.ts';

const check = resolverFor(() =>
  z.object({
    name: required('Name is required').check(z.minLength(3, 'Too short'), z.regex(/^A/, 'No A')),
    nights: z.pipe(z.string(), z.transform(Number)),
  }),
);
const options = { fields: {}, shouldUseNativeValidation: false };

test('valid values are returned as the rules transform them', async () => {
  expect(await check({ name: ' Ada ', nights: '3' }, undefined, options)).toEqual({
    values: { name: 'Ada', nights: 3 },
    errors: {},
  });
});

test('a field that breaks several rules has the first message', async () => {
  expect(await check({ name: ' B ', nights: 3 }, undefined, options)).toEqual({
    values: {},
    errors: {
      name: { type: 'too_small', message: 'Too short' },
      nights: { type: 'invalid_type', message: expect.any(String) },
    },
  });
});

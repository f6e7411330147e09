import { expect, test } from 'vitest';
import { ProviderUnavailable } from '#server/payments/provider.ts';
import { withPatience } from './with-patience.ts';

function failing(times: number, error: Error) {
  let calls = 0;
  return async () => {
    calls += 1;
    if (calls <= times) throw error;
    return calls;
  };
}

const tooMany = new ProviderUnavailable('too many calls', 429);

test('too many calls are repeated, and then given up', async () => {
  expect(await withPatience(failing(2, tooMany), [0, 0])).toBe(3);
  await expect(withPatience(failing(3, tooMany), [0, 0])).rejects.toBe(tooMany);
});

test('any other error is not repeated', async () => {
  const error = new ProviderUnavailable('no answer', 500);
  await expect(withPatience(failing(1, error), [0, 0])).rejects.toBe(error);
});

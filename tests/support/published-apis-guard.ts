import { afterEach } from 'vitest';
import { hasPaypalFiles } from './published-files.ts';

// Each call of the payment sandbox in each test: one that differs from what PayPal publishes fails the test that makes it.
if (hasPaypalFiles) {
  const { takeDifferences } = await import('./published-apis.ts');
  afterEach(() => {
    const found = takeDifferences();
    if (found.length > 0) throw new Error(`Not as PayPal publishes:\n${found.join('\n')}`);
  });
}

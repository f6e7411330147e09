import { expect, test } from 'vitest';
import { features } from './index.ts';
import { texts } from './texts.ts';

test('the builds know the same keys of a folder as the programs', () => {
  expect(texts).toEqual(features.flatMap((feature) => feature.texts ?? []));
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { currencyOf } from '#contract/currency.ts';
import {
  hasPublishedBankSchemas,
  mistakeByPublishedXsd,
} from '#tests/support/published-schemas.ts';
import { writePain001 } from './pain001.ts';

const file = (transfer: Partial<Parameters<typeof writePain001>[1][number]>) =>
  writePain001(
    {
      id: 'refunds-2026-05-11-7f3k9m',
      createdAt: '2026-05-11T10:00:00.000Z',
      day: '2026-05-12',
      currency: currencyOf('EUR'),
      from: { holder: 'Gesellschaft für Kettenchemie e. V.', iban: 'DE14999200010012345678' },
    },
    [
      {
        id: '7f3k9m2q7f3k9m2q7f3k9m2q01',
        amountCents: 12_000,
        name: 'Łukasz <Bąk> & Söhne',
        iban: 'DE62999400030008150815',
        bic: 'ZZZBDE99XXX',
        words: 'Refund PS26-7K3M-9QXW',
        ...transfer,
      },
    ],
  );

// `node scripts/published-schemas.ts` gets the schemas.
describe.skipIf(!hasPublishedBankSchemas)('by the published schemas of ISO 20022', () => {
  test.each([
    ['as usual', {}],
    ['without a BIC', { bic: undefined }],
    ['of a cent', { amountCents: 1 }],
    ['of a large amount', { amountCents: 99_999_999_999 }],
    [
      'with a long name and long words',
      { name: 'Ö'.repeat(200), words: 'PS26-7K3M-9QXW '.repeat(20) },
    ],
  ])('a file of refunds is valid: %s', (_, transfer) => {
    expect(mistakeByPublishedXsd('pain.001.001.09', file(transfer))).toBeUndefined();
  });

  test('a file of refunds with a wrong IBAN is not', () => {
    expect(mistakeByPublishedXsd('pain.001.001.09', file({ iban: 'DE6' }))).toContain('IBAN');
  });

  const folder = 'tests/bank-statements';
  const statements = readdirSync(folder).filter((name) => name.endsWith('.xml'));
  test.each(statements)('the statement of our tests is valid: %s', (name) => {
    const bytes = readFileSync(join(folder, name));
    const [version] = /camt\.053\.001\.0[2348]/.exec(bytes.toString('latin1')) ?? [];
    expect(mistakeByPublishedXsd(version as 'camt.053.001.08', bytes)).toBeUndefined();
  });
});

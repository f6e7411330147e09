import { expect, test } from 'vitest';
import { account, withTransfers } from '#tests/support/with-transfers.ts';
import { readEnv } from './env.ts';
import { refuseSampleAccount } from './sample-account.ts';

const STRIPE = { STRIPE_WEBHOOK_SECRET: 'whsec_1', PUBLIC_BASE_URL: 'https://conference.example' };

test('a start with real money refuses the IBAN of the sample, and no other', () => {
  const { conference, ...content } = withTransfers();
  const live = readEnv({ ...STRIPE, STRIPE_SECRET_KEY: 'sk_live_1' });
  expect(() => refuseSampleAccount(live, { conference })).toThrow('the IBAN of the sample');
  const own = { ...conference, bankTransfer: { ...account, iban: 'DE75512108001245126199' } };
  refuseSampleAccount(live, { ...content, conference: own });
  refuseSampleAccount(readEnv({ ...STRIPE, STRIPE_SECRET_KEY: 'sk_test_1' }), { conference });
  refuseSampleAccount(readEnv({}), { conference });
});

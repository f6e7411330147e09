import { SAMPLE_IBAN } from '#contract/content/bank-account.ts';
import type { Content } from '#contract/content.ts';
import { type Env, SettingError } from './env.ts';
import { paymentMode } from './payment-mode.ts';

/** Throws if real money would be transferred to the account of the sample conference. */
export function refuseSampleAccount(env: Env, { conference }: Pick<Content, 'conference'>): void {
  if (paymentMode(env) !== 'live' || conference.bankTransfer?.iban !== SAMPLE_IBAN) return;
  throw new SettingError(
    'bank_transfer in conference.yaml still has the IBAN of the sample: write your own, or remove the section.',
  );
}

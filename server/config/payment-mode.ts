import type { Env } from './settings.ts';

/** `sandbox`: pretend providers; `test`: the providers' own test systems; `live`: real money. */
export type PaymentMode = 'sandbox' | 'test' | 'live';

/** All ways to pay have the same mode: conflictOf refuses settings that mix live and test. */
export function paymentMode(env: Env): PaymentMode {
  if (isSandboxed(env)) return 'sandbox';
  return isStripeLive(env) || isPaypalLive(env) || isTransferLive(env) ? 'live' : 'test';
}

/** Whether the pretend providers run: only as long as nothing is real. */
export function isSandboxed(env: Env): boolean {
  return !hasKeys(env) && !isTransferLive(env);
}

/** Whether a provider has keys. */
export function hasKeys(env: Env): boolean {
  return env.STRIPE_SECRET_KEY !== undefined || env.PAYPAL_CLIENT_ID !== undefined;
}

/** Transfers are also real if a provider has live keys. */
export function isTransferLive(env: Env): boolean {
  return env.TRANSFER_ENV === 'live';
}

export function isStripeLive(env: Env): boolean {
  return /^.k_live_/.test(env.STRIPE_SECRET_KEY ?? '');
}

export function isPaypalLive(env: Env): boolean {
  return env.PAYPAL_CLIENT_ID !== undefined && env.PAYPAL_ENV === 'live';
}

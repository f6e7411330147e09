import { createHash } from 'node:crypto';
import type { IntentRow } from './stripe-account.ts';

/** The text that the payer writes on the transfer. */
export function referenceOf({ id }: IntentRow): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 12).toUpperCase();
}

const BANK = '370400440';

/** A customer's own account number, always the same, with right check digits. */
export function virtualIbanOf(customerId: string): string {
  const digest = createHash('sha256').update(customerId).digest('hex');
  const number = String(Number.parseInt(digest.slice(0, 8), 16) % 1_000_000_000).padStart(9, '0');
  const bban = `${BANK}${number}`;
  // The country DE counts as 1314, and 00 stands where the check digits will be.
  const check = 98n - (BigInt(`${bban}131400`) % 97n);
  return `DE${String(check).padStart(2, '0')}${bban}`;
}

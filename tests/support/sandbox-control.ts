import type { Ledger } from 'plenary-payment-sandbox';
import { readSandboxAccess } from '#server/config/sandbox-access.ts';

/**
 * The charges and refunds at the pretend providers of a server in another process. The server has SANDBOX_CONTROL=on.
 */
export async function readLedger(dataDir: string): Promise<Ledger> {
  const address = `${readSandboxAccess(dataDir)?.stripe.apiBase}/_control/ledger`;
  return (await (await fetch(address)).json()) as Ledger;
}

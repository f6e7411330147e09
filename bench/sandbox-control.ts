import { readSandboxAccess } from '#server/sandbox-access.ts';

/** Sends an order to the pretend providers of a server in another process; its data folder has their address. */
export async function tellSandbox(
  dataDir: string,
  name: string,
  ...sent: unknown[]
): Promise<void> {
  const response = await fetch(`${controlOf(dataDir)}/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(sent),
  });
  if (!response.ok) throw new Error(`the sandbox did not ${name}: ${await response.text()}`);
}

/** The calls that the pretend providers received. */
export async function readSandbox<T>(
  dataDir: string,
  name: 'calls' | 'ledger' | 'payments',
): Promise<T> {
  return (await (await fetch(`${controlOf(dataDir)}/${name}`)).json()) as T;
}

/** Fills in the hosted page of a checkout and presses its button; returns the status. */
export async function payAtHostedPage(url: string): Promise<number> {
  const fields: Record<string, string> = url.includes('/stripe/')
    ? { card_number: '4242424242424242', expiry: '12 / 40', cvc: '123' }
    : { choice: 'pays' };
  const body = new URLSearchParams(fields);
  return (await fetch(url, { method: 'POST', body, redirect: 'manual' })).status;
}

function controlOf(dataDir: string): string {
  return `${readSandboxAccess(dataDir)?.stripe.apiBase}/_control`;
}

import { readSandboxAccess } from '#server/sandbox-access.ts';

/** Gives an order to the pretend providers of a server in another process; its data folder says where they are. */
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

/** What they have seen. */
export async function readSandbox<T>(
  dataDir: string,
  name: 'calls' | 'ledger' | 'payments',
): Promise<T> {
  return (await (await fetch(`${controlOf(dataDir)}/${name}`)).json()) as T;
}

/** Fills in the hosted page of a checkout and presses its button: the status it answers with. */
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

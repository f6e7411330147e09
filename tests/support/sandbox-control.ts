import { readSandboxAccess } from '#server/config/sandbox-access.ts';

/** Controls the pretend providers of a server in another process, which has SANDBOX_CONTROL=on. */
export async function tellSandbox(
  dataDir: string,
  name: 'clearFaults' | 'failNext' | 'webhooks',
  ...sent: unknown[]
): Promise<void> {
  const response = await fetch(`${controlOf(dataDir)}/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(sent),
  });
  if (!response.ok) throw new Error(`the sandbox did not ${name}: ${await response.text()}`);
}

/** The calls, charges and checkouts of the pretend providers. */
export async function readSandbox<T>(
  dataDir: string,
  name: 'calls' | 'ledger' | 'payments',
): Promise<T> {
  return (await (await fetch(`${controlOf(dataDir)}/${name}`)).json()) as T;
}

function controlOf(dataDir: string): string {
  return `${readSandboxAccess(dataDir)?.stripe.apiBase}/_control`;
}

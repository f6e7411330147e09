import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { post } from '#tests/support/answer.ts';
import { aForm, submit } from '#tests/support/author.ts';
import { sendMailsNow } from '#tests/support/mail-round.ts';
import { type Settings, type SiteServer, startSite } from '#tests/support/site-server.ts';
import { aPerson } from '#tests/support/visitor.ts';

let site: SiteServer;
afterEach(() => site.stop());

async function start(settings: Settings): Promise<void> {
  site = await startSite(settings, ['--calls-only']);
}

test('with a real key no pretend provider runs', async () => {
  await start({
    STRIPE_SECRET_KEY: 'sk_test_none',
    STRIPE_WEBHOOK_SECRET: 'whsec_none',
    PUBLIC_BASE_URL: 'https://summit.example',
    // The test must not reach the real Stripe.
    STRIPE_API_BASE: 'http://127.0.0.1:9',
  });
  for (const path of ['/sandbox/stripe/pay/cs_test_1', '/sandbox/paypal/checkoutnow?token=X']) {
    const answer = await fetch(`${site.origin}${path}`);
    expect(answer.status, path).toBe(404);
    expect(await answer.text()).not.toMatch(/Test mode/i);
  }
  expect(site.output()).not.toContain('pretend');
  expect(site.output()).toContain('TEST MODE');
  const paypal = await fetch(`${site.origin}/api/webhooks/paypal`, { method: 'POST', body: '{}' });
  expect(paypal.status).toBe(404);
});

test('the try of a new server needs no access as its operator, and does nothing with a real key', async () => {
  const tryIt = promisify(execFile);
  const script = fileURLToPath(new URL('../scripts/try-registration.ts', import.meta.url));
  // With a token, this machine is as foreign as the machine around a container is.
  await start({ METRICS_TOKEN: 'a-token-of-a-monitor' });
  expect((await fetch(`${site.origin}/sandbox/mail`)).status).toBe(404);
  const { stdout } = await tryIt(process.execPath, [script, site.origin]);
  expect(stdout).toMatch(/: registered, paid [\d.]+ EUR, receipt read\.\n$/);
  await site.stop();

  await start({
    STRIPE_SECRET_KEY: 'sk_test_none',
    STRIPE_WEBHOOK_SECRET: 'whsec_none',
    PUBLIC_BASE_URL: 'http://localhost',
    STRIPE_API_BASE: 'http://127.0.0.1:9',
  });
  await expect(tryIt(process.execPath, [script, site.origin])).rejects.toMatchObject({
    stderr: `${site.origin} does not run in the sandbox.\n`,
  });
});

test('a server that sends mails has no mailbox page, also in sandbox mode', async () => {
  const PUBLIC_BASE_URL = 'http://localhost';
  await start({ SMTP_HOST: '127.0.0.1', SMTP_PORT: '9', PUBLIC_BASE_URL });
  expect((await fetch(`${site.origin}/sandbox/mail`)).status).toBe(404);
});

test('while a server runs, erase removes a person from every file except that of the sandbox', async () => {
  await start({});
  const person = aPerson();
  const poster = { ...person, presentationType: 'POSTER' };
  const register = () => post(`${site.origin}/api/registration/register`, poster);
  expect((await register()).status).toBe(200);
  const { name, email } = person;
  const bytes = Buffer.from(`%PDF-1.7 by ${name}\n%%EOF\n`);
  expect((await submit(site, { form: aForm({ name, email }), bytes })).status).toBe(200);
  await sendMailsNow(site);
  // Two mails go to this person and two to the secretary.
  await expect.poll(() => namedIn(join(site.dataDir, 'mail'), email)).toHaveLength(4);
  expect(namedIn(site.dataDir, person.name)).not.toEqual([]);

  expect(await site.organiser('person', 'erase', person.email, '--yes')).toContain('Erased.');
  expect(namedIn(site.dataDir, person.name)).toEqual([]);
  expect(namedIn(site.dataDir, person.email)).toEqual([]);
  expect((await fetch(`${site.origin}/readyz`)).status).toBe(200);
  expect((await register()).status).toBe(200);
  expect(await site.organiser('person', 'export', person.email)).toContain(person.name);
});

/** The files below a folder that contain a text. */
function namedIn(folder: string, text: string): string[] {
  return (
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      // The file of an unfinished mail is renamed a moment later.
      .filter((path) => !path.endsWith('sandbox.jsonl') && !path.endsWith('.part'))
      .filter((path) => readFileSync(path).includes(text))
  );
}

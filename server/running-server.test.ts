import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type Settings, type SiteServer, startSite } from '#tests/support/site-server.ts';

let site: SiteServer;
afterEach(() => site.stop());

async function start(settings: Settings): Promise<void> {
  site = await startSite(settings, ['--calls-only']);
}

test('with a real key there is no sandbox, no panel and no fake PayPal', async () => {
  await start({
    STRIPE_SECRET_KEY: 'sk_test_none',
    STRIPE_WEBHOOK_SECRET: 'whsec_none',
    PUBLIC_BASE_URL: 'https://summit.example',
    // Nothing may reach the real Stripe from here.
    STRIPE_API_BASE: 'http://127.0.0.1:9',
  });
  for (const path of [
    '/sandbox',
    '/sandbox/stripe/pay/cs_test_1',
    '/sandbox/paypal/checkoutnow?token=X',
  ]) {
    const answer = await fetch(`${site.origin}${path}`);
    expect(answer.status, path).toBe(404);
    expect(await answer.text()).not.toMatch(/Test mode|Fault panel/i);
  }
  expect(site.output()).not.toContain('pretend');
  expect(site.output()).toContain('TEST MODE');
  const paypal = await fetch(`${site.origin}/api/webhooks/paypal`, { method: 'POST', body: '{}' });
  expect(paypal.status).toBe(404);
});

test('a server that sends mail has no page to read it, though its payments are pretended', async () => {
  const PUBLIC_BASE_URL = 'http://localhost';
  await start({ SMTP_HOST: '127.0.0.1', SMTP_PORT: '9', PUBLIC_BASE_URL });
  expect((await fetch(`${site.origin}/sandbox/mail`)).status).toBe(404);
});

test('beside a running server a person is erased from every file but the pretend providers', async () => {
  await start({});
  const person = {
    name: 'Rosalind Okwuosa',
    phone: '+234 1 5550 187',
    email: 'rosalind@lab.example',
    country: 'Nigeria',
  };
  const post = (path: string, fields: Record<string, unknown>) =>
    fetch(`${site.origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...person, ...fields }),
    });
  const institute = { instituteOrUniversity: 'Lagos Laboratory of Long Chains' };
  const registered = await post('/api/registration/register', {
    ...institute,
    presentationType: 'POSTER',
  });
  expect(registered.status).toBe(200);
  const form = new FormData();
  const abstract = { titlePrefix: 'Dr', organizationName: 'Lagos', sessionId: 'smart-polymers' };
  const fields = { ...person, ...abstract, interestedInId: 'advanced-composites' };
  for (const [field, text] of Object.entries(fields)) form.append(field, text);
  form.append('abstractFile', new Blob([`%PDF-1.7 by ${person.name}\n%%EOF\n`]), 'a.pdf');
  const sent = await fetch(`${site.origin}/api/form-submission/submit`, {
    method: 'POST',
    body: form,
  });
  expect(sent.status).toBe(200);
  // Two mails go to her and two to the secretary. While they are written, their files are renamed.
  await expect.poll(() => namedIn(join(site.dataDir, 'mail'), person.email)).toHaveLength(4);
  expect(namedIn(site.dataDir, person.name)).not.toEqual([]);

  expect(await site.organiser('person', 'erase', person.email, '--yes')).toContain('Erased.');
  expect(namedIn(site.dataDir, person.name)).toEqual([]);
  expect(namedIn(site.dataDir, person.email)).toEqual([]);
  expect((await fetch(`${site.origin}/readyz`)).status).toBe(200);
  const again = await post('/api/registration/register', {
    ...institute,
    presentationType: 'POSTER',
  });
  expect(again.status).toBe(200);
  expect(await site.organiser('person', 'export', person.email)).toContain(person.name);
});

/** The files below a folder that contain a text. */
function namedIn(folder: string, text: string): string[] {
  return (
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      // A mail that is being written has another name a moment later.
      .filter((path) => !path.endsWith('sandbox.jsonl') && !path.endsWith('.part'))
      .filter((path) => readFileSync(path).includes(text))
  );
}

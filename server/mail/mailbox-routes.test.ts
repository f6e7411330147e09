import { describe, expect, test } from 'vitest';
import { aForm } from '#tests/support/author.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';

const server = await startTestSite();

const linkTo = (page: string) => /href="(\/sandbox\/mail\/[0-9a-z]+)"/.exec(page)?.[1] ?? '';

test('the mailbox of the sandbox lists mails and shows each as HTML and as text', async () => {
  expect((await server.get('/sandbox/mail')).text).toContain('No mail yet');
  const { person } = await server.openedCheckout();
  const list = await server.get('/sandbox/mail');
  expect(list.text).toContain(person.email);
  const page = await server.get(linkTo(list.text));
  expect(page.text).toContain(`src="${linkTo(list.text)}/letter"`);
  expect(page.text).toContain('TEST MODE');
  const template = await server.get(`${linkTo(list.text)}/letter`);
  expect(template.text).toContain(server.content.conference.name);
});

test.each([
  ['an address in capitals', (email: string) => email.toUpperCase(), true],
  ['a word of the subject', () => 'registration', true],
  ['nothing', () => '', true],
  ['a sign of a pattern', () => '%_%', false],
  ['markup', () => '"><script>', false],
])('the mailbox is searched for %s', async (_, textFor, isFound) => {
  const { person } = await server.openedCheckout();
  const text = textFor(person.email);
  const list = await server.get(`/sandbox/mail?q=${encodeURIComponent(text)}`);
  expect(list.text.includes(`to ${person.email}`)).toBe(isFound);
  expect(list.text).not.toContain('<script>');
  expect(list.text).toContain('<a href="/">The site</a>');
});

test('a mail is shown in a frame without scripts and without requests', async () => {
  const { text } = await server.get('/sandbox/mail');
  expect((await server.get(linkTo(text))).text).toMatch(/<iframe[^>]*sandbox="(?!.*scripts)/);
  const { headers } = await server.get(`${linkTo(text)}/letter`);
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toMatch(/sandbox (?!.*allow-scripts)/);
});

test('input of visitors is escaped in the mailbox', async () => {
  const name = '<script>alert(1)</script>';
  await server.submit({ form: aForm({ name }) });
  const { text } = await server.get('/sandbox/mail');
  const paths = [...text.matchAll(/href="(\/sandbox\/mail\/[0-9a-z]+)"/g)].map(([, path]) => path);
  const mails = await Promise.all(paths.map((path) => server.get(`${path}/letter`)));
  for (const mail of mails) expect(mail.text).not.toContain('<script>');
  expect(mails.some((mail) => mail.text.includes('&#60;script&#62;'))).toBe(true);
});

test.each(['nothing', '..%2f..%2fetc', '0'.repeat(26)])('mail %s is a 404', async (id) => {
  expect((await server.get(`/sandbox/mail/${id}`)).status).toBe(404);
  expect((await server.get(`/sandbox/mail/${id}/letter`)).status).toBe(404);
});

describe('the pages of mails', () => {
  let site: TestSite;

  /** The statuses of the list, of a mail's page and of its HTML. */
  async function statuses(headers: Record<string, string> = {}) {
    const path = `/sandbox/mail/${(await site.db.selectFrom('outbox').select('id').execute())[0]?.id}`;
    const answers = ['/sandbox/mail', path, `${path}/letter`].map((address) =>
      fetch(`${site.origin}${address}`, { headers }),
    );
    return (await Promise.all(answers)).map(({ status }) => status);
  }

  test('are visible on this machine, and not through a proxy', async () => {
    site = await startTestSite();
    await site.submit();
    expect(await statuses()).toEqual([200, 200, 200]);
    expect(await statuses({ 'x-forwarded-for': '192.0.2.1' })).toEqual([404, 404, 404]);
  });

  test('are hidden with a public address; the payment pages are not', async () => {
    site = await startTestSite({ publicBaseUrl: 'https://summit.example' });
    await site.submit();
    expect(await statuses()).toEqual([404, 404, 404]);
    const hidden = await site.get('/sandbox/mail');
    expect(hidden.text).toBe((await site.get('/sandbox/nothing')).text);
    const page = await site.get('/sandbox/stripe/pay/cs_test_none');
    expect(page.text).toContain('Unknown payment');
  });

  test('are visible with the token', async () => {
    const metricsToken = 'a-token-of-some-length';
    site = await startTestSite({ metricsToken, publicBaseUrl: 'https://summit.example' });
    await site.submit();
    expect(await statuses({ authorization: 'Bearer wrong' })).toEqual([404, 404, 404]);
    expect(await statuses({ authorization: `Bearer ${metricsToken}` })).toEqual([200, 200, 200]);
  });
});

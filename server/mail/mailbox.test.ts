import { afterAll, beforeAll, expect, test } from 'vitest';
import { aForm, submit } from '#server/testing/author.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { openedCheckout } from '#server/testing/visitor.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const linkTo = (page: string) => /href="(\/sandbox\/mail\/[0-9a-z]+)"/.exec(page)?.[1] ?? '';

test('the mailbox of the sandbox lists mails and shows each as HTML and as text', async () => {
  expect((await server.get('/sandbox/mail')).text).toContain('No mail yet');
  const { person } = await openedCheckout(server);
  const list = await server.get('/sandbox/mail');
  expect(list.text).toContain(person.email);
  const page = await server.get(linkTo(list.text));
  expect(page.text).toContain(`src="${linkTo(list.text)}/letter"`);
  expect(page.text).toContain('TEST MODE');
  const letter = await server.get(`${linkTo(list.text)}/letter`);
  expect(letter.text).toContain(person.name);
});

test('a mail is shown where no script runs and nothing is asked for', async () => {
  const { text } = await server.get('/sandbox/mail');
  expect((await server.get(linkTo(text))).text).toMatch(/<iframe[^>]*sandbox="(?!.*scripts)/);
  const { headers } = await server.get(`${linkTo(text)}/letter`);
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toMatch(/sandbox (?!.*allow-scripts)/);
});

test('what a visitor typed is text there', async () => {
  const name = '<script>alert(1)</script>';
  await submit(server, { form: aForm({ name }) });
  const { text } = await server.get('/sandbox/mail');
  for (const path of [linkTo(text), `${linkTo(text)}/letter`]) {
    expect((await server.get(path)).text).not.toContain('<script>');
  }
});

test.each(['nothing', '..%2f..%2fetc', '0'.repeat(26)])('there is no mail %s', async (id) => {
  expect((await server.get(`/sandbox/mail/${id}`)).status).toBe(404);
  expect((await server.get(`/sandbox/mail/${id}/letter`)).status).toBe(404);
});

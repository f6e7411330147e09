import { expect, test } from 'vitest';
import { aForm } from '#tests/support/author.ts';
import { startTestSite } from '#tests/support/test-site.ts';

const server = await startTestSite();

async function mailOf(form: Record<string, unknown>) {
  const mails = await server.listMessages(1000);
  const mail = mails.find(({ recipient }) => recipient === form['email']);
  if (!mail) throw new Error('the author has no mail');
  return mail.content;
}

test('the mail to the author names the sender, the file, the session and the date of the answer', async () => {
  const form = aForm({ name: '王小明' });
  const { json } = await server.submit({ form, name: 'chains 2026.pdf' });
  const { text, html = '' } = await mailOf(form);
  for (const words of [
    'Dear 王小明,',
    String(json['reference']),
    'chains 2026.pdf',
    'Session',
    'Interest area',
    'February 28, 2026',
  ]) {
    expect(text).toContain(words);
    expect(html).toContain(words);
  }
  // The fingerprint is the last fact about the file.
  expect(text.indexOf('(SHA-256): ')).toBeGreaterThan(text.indexOf('Questions?'));
});

test('a mail is an article with one heading, which names the subject', async () => {
  const form = aForm();
  await server.submit({ form });
  const { html = '', subject } = await mailOf(form);
  expect(html).toMatch(/<div\s+role="article"[^>]*aria-label="[^"]*Abstract received, AB26-/);
  expect(subject).toContain('Abstract received');
  const headings = [...html.matchAll(/<h1\b[^>]*>\s*([^<]*?)\s*<\/h1>/g)].map(([, words]) => words);
  expect(headings).toEqual(['Abstract received']);
});

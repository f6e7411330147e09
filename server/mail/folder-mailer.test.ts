import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { folderMailer } from './folder-mailer.ts';
import { type Mail, NotDelivered } from './mailer.ts';

let folder: string;
beforeEach(() => {
  folder = testFolder();
});

const mail: Mail = {
  messageId: '<abc@summit.example>',
  language: 'en',
  from: { name: 'Summit', address: 'robot@summit.example' },
  to: 'ada@lab.example',
  replyTo: 'secretary@summit.example',
  subject: 'Zoë’s registration',
  text: 'Dear Zoë\n',
  html: '<p>Dear Zoë</p>',
  attachments: [{ fileName: 'a.ics', type: 'text/calendar', content: 'BEGIN:VCALENDAR\r\n' }],
};

const textOf = () => readFileSync(join(folder, 'abcsummit.example.eml'), 'utf8');

test('the folder has each mail once, as a file that mail programs open', async () => {
  const mailer = folderMailer(folder);
  await mailer.send(mail);
  await mailer.send(mail);
  expect(readdirSync(folder)).toEqual(['abcsummit.example.eml']);
  expect(textOf()).toContain('To: ada@lab.example');
  expect(textOf()).toContain('Reply-To: secretary@summit.example');
  expect(textOf()).toContain('Message-ID: <abc@summit.example>');
  expect(textOf()).toMatch(/Content-Type: text\/calendar[^]*filename=a\.ics/);
});

test.each([
  ['subject', { subject: 'Hello\r\nBcc: all@lab.example' }],
  ['name of the sender', { from: { name: 'A\r\nBcc: all@lab.example', address: 'a@b.example' } }],
  ['recipient', { to: 'ada@lab.example\r\nBcc: all@lab.example' }],
  ['address for answers', { replyTo: 'ada@lab.example\nBcc: all@lab.example' }],
  ['Message-ID', { messageId: '<abc@summit.example>\r\nBcc: all@lab.example' }],
  [
    'name of an attachment',
    { attachments: [{ fileName: 'a\r\nBcc: all@lab.example', type: 'text/plain', content: '' }] },
  ],
  [
    'type of an attachment',
    { attachments: [{ fileName: 'a', type: 'a/b\r\nBcc: all@lab.example', content: '' }] },
  ],
])('a line break in the %s adds no header', async (_, change) => {
  await folderMailer(folder).send({ ...mail, ...change });
  const [file = ''] = readdirSync(folder);
  expect(readFileSync(join(folder, file), 'utf8')).not.toMatch(/^Bcc:/im);
});

test('a comma in an address adds no recipient', async () => {
  await folderMailer(folder).send({ ...mail, to: 'ada@lab.example, eve@lab.example' });
  expect(textOf()).not.toMatch(/^To: ada@lab\.example, eve@lab\.example$/m);
});

test('a folder that cannot be written is an error without personal data', async () => {
  writeFileSync(join(folder, 'file'), '');
  await expect(folderMailer(join(folder, 'file')).send(mail)).rejects.toThrow(NotDelivered);
});

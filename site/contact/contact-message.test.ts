import { expect, test } from 'vitest';
import { composeMail, readMessage } from './contact-message.ts';

const message = {
  fullName: 'Ada Byron & Söhne',
  email: 'ada@example.org',
  subject: 'Invoice? 50% & more',
  message: 'Good morning,\n\nplease send #2.',
};
const to = 'secretary@polymersummit.example';

/** Parses the address as a mail program does (RFC 6068). */
function opened(address: string) {
  const { protocol, pathname, searchParams, search } = new URL(address);
  // A plus sign stays a plus sign and is not a space.
  expect(search).not.toContain('+');
  return { protocol, to: pathname, ...Object.fromEntries(searchParams) };
}

test('the mail program gets the address, the subject and the body, which ends with the sender', () => {
  expect(opened(composeMail(message, to).address)).toEqual({
    protocol: 'mailto:',
    to,
    subject: 'Invoice? 50% & more',
    body: 'Good morning,\r\n\r\nplease send #2.\r\n\r\nAda Byron & Söhne\r\nada@example.org\r\n',
  });
});

test('a subject cannot add recipients or headers', () => {
  const { address } = composeMail({ ...message, subject: 'Hi&bcc=all@example.org' }, to);
  expect(opened(address)).not.toHaveProperty('bcc');
});

test('the text to copy has the recipient, the subject and the message', () => {
  expect(composeMail(message, to).text).toBe(
    [
      'To: secretary@polymersummit.example',
      'Subject: Invoice? 50% & more',
      '',
      'Good morning,',
      '',
      'please send #2.',
      '',
      'Ada Byron & Söhne',
      'ada@example.org',
      '',
    ].join('\n'),
  );
});

test('the message read from the form has uniform line ends and no stray spaces', () => {
  const form = new FormData();
  form.set('fullName', ' Ada ');
  form.set('email', 'ada@example.org');
  form.set('subject', 'Hello ');
  form.set('message', '  One\r\nTwo\n');
  expect(readMessage(form)).toEqual({
    fullName: 'Ada',
    email: 'ada@example.org',
    subject: 'Hello',
    message: '  One\nTwo',
  });
});

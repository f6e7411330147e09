import * as labels from 'content:labels/contact';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { mailAddress } from '#site/layout/mail-address.ts';

export type ContactMessage = { fullName: string; email: string; subject: string; message: string };

export function readMessage(form: FormData): ContactMessage {
  const typed = (name: string) => String(form.get(name) ?? '').replaceAll('\r\n', '\n');
  return {
    fullName: typed('fullName').trim(),
    email: typed('email').trim(),
    subject: typed('subject').trim(),
    message: typed('message').trimEnd(),
  };
}

/** The message as a link for the mail program, and as a text for visitors without one. */
export function composeMail({ fullName, email, subject, message }: ContactMessage, to: string) {
  const body = `${message}\n\n${fullName}\n${email}\n`;
  return {
    address: mailAddress(to, { subject, body }),
    text: [
      fillPlaceholders(labels.messageTo, { to }),
      fillPlaceholders(labels.messageSubject, { subject }),
      '',
      body,
    ].join('\n'),
  };
}

import type { SendMailOptions } from 'nodemailer';
import type { Mail } from './mailer.ts';

/**
 * A mail in nodemailer's format. Addresses are objects, so that nodemailer does not read them as lists. nodemailer encodes
 * headers, so no line break ends one. It reads no content from a file or a web address.
 */
export function nodemailerMessage(mail: Mail) {
  const { messageId, from, to, replyTo, language, subject, text, html, attachments } = mail;
  const { unsubscribe, returnTo } = mail;
  return {
    messageId,
    from,
    to: { name: '', address: to },
    ...(returnTo !== undefined && { envelope: { from: returnTo, to: [to] } }),
    replyTo: { name: '', address: replyTo },
    // A subject has one line.
    subject: subject.split(/[\r\n]/, 1)[0] ?? '',
    text,
    ...(html !== undefined && { html }),
    attachments: attachments.map(({ fileName, type, content }) => ({
      filename: fileName,
      contentType: type,
      content,
    })),
    // So that no program answers it: https://www.rfc-editor.org/rfc/rfc3834
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Content-Language': language,
      // So that the mail program has a button for it: https://www.rfc-editor.org/rfc/rfc8058
      ...(unsubscribe !== undefined && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  } satisfies SendMailOptions;
}

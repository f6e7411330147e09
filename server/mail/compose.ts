import type { SendMailOptions } from 'nodemailer';
import type { Mail } from './mailer.ts';

/**
 * A mail as nodemailer takes it. Addresses go as objects, which are not read as lists of more of them, and no line break
 * gets into a header: nodemailer folds and encodes what is in one. Nothing is ever read from a file or an address.
 */
export function compose(mail: Mail) {
  const { messageId, from, to, replyTo, subject, text, html, attachments, unsubscribe } = mail;
  return {
    messageId,
    from,
    to: { name: '', address: to },
    replyTo: { name: '', address: replyTo },
    // Only the first line of a subject counts.
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

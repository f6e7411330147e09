import type { Conference } from '#contract/content/shapes/conference-shape.ts';
import type { Env } from '#server/config/env.ts';
import { smtpSettings } from '#server/config/feature-settings.ts';
import type { Clock } from '#server/identity.ts';
import { folderMailer } from './folder-mailer.ts';
import type { Mailer } from './mailer.ts';
import { smtpMailer } from './smtp-mailer.ts';

/** The mail server of the settings. Without one, mails are written to a folder and not sent. */
export function createMailer(env: Env, mailFolder: string, clock: Clock): Mailer {
  const smtp = smtpSettings(env);
  return smtp ? smtpMailer(smtp, clock) : folderMailer(mailFolder);
}

/** The sender of mails, and the address for answers. */
export function senderOf({ name, secretary }: Conference, { MAIL_FROM }: Env) {
  return { from: { name, address: MAIL_FROM ?? secretary.email }, replyTo: secretary.email };
}

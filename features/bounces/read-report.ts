import PostalMime, { type Attachment, type Email } from 'postal-mime';
import type { BounceKind } from './tables.ts';

export type Report = { kind: BounceKind; status: string };

/**
 * The finding of a mail about one of ours: a delivery report (RFC 3464), a complaint (RFC 5965), or a report that only
 * people can read. Undefined for everything else, such as an answer, an absence or a report that a mail is late.
 */
export async function readReport(source: Buffer): Promise<Report | undefined> {
  const mail = await PostalMime.parse(source, {
    forceRfc822Attachments: true,
    attachmentEncoding: 'utf8',
    maxNestingDepth: 20,
    maxHeadersSize: 65_536,
  });
  const part = (...types: string[]) =>
    mail.attachments.filter(({ mimeType }) => types.includes(mimeType.toLowerCase())).map(textOf);
  const [complaint] = part('message/feedback-report');
  if (complaint !== undefined) {
    // Some providers report that a mail is no spam after all.
    const type = fieldsOf(complaint)['feedback-type']?.toLowerCase();
    return type === 'not-spam' ? undefined : { kind: 'complaint', status: '' };
  }
  const reports = part('message/delivery-status', 'message/global-delivery-status');
  if (reports.length > 0) {
    // The first group of fields is about the mail server, each further one about a recipient.
    const recipients = reports.flatMap((text) =>
      text.split(/\r?\n\s*\r?\n/).flatMap((group) => {
        const fields = fieldsOf(group);
        return fields['action'] === undefined ? [] : [fields];
      }),
    );
    const failed = recipients.find(({ action = '' }) => /^failed\b/i.test(action));
    return failed && findingOf(failed);
  }
  return isByMailServer(mail) ? { kind: 'mail', status: '' } : undefined;
}

function textOf({ content }: Attachment): string {
  return typeof content === 'string' ? content : new TextDecoder().decode(content);
}

/** The fields of a group, by their names in small letters. */
function fieldsOf(text: string): Record<string, string> {
  const unfolded = text.replaceAll(/\r?\n[ \t]+/g, ' ');
  return Object.fromEntries(
    Array.from(unfolded.matchAll(/^([\w-]+):[ \t]*(.*?)\s*$/gm), ([, name = '', value = '']) => [
      name.toLowerCase(),
      value,
    ]),
  );
}

/** The status of a failed recipient. Where a mail server writes only 5.0.0, the answer that it got says more. */
function findingOf(fields: Record<string, string>): Report {
  const stated = /\b[45]\.\d{1,3}\.\d{1,3}\b/;
  const answer = fields['diagnostic-code'] ?? '';
  const [own = ''] = stated.exec(fields['status'] ?? '') ?? [];
  const [told] = stated.exec(answer) ?? [];
  const status = told !== undefined && (own === '' || own.endsWith('.0.0')) ? told : own;
  const isUnknown = status === '' || status.endsWith('.0.0');
  const isRefused = isUnknown && /^(?:smtp;)?\s*55[013]\b/i.test(answer);
  return { kind: DEAD.test(status) || isRefused ? 'address' : 'mail', status };
}

/**
 * The mailbox, its domain or its owner does not exist any more. A full mailbox (5.2.2), a mail that is too large and a
 * refused sender (5.7) say nothing about the address.
 */
const DEAD = /^5\.(?:1\.(?:0|1|2|3|6|9|10)|2\.1|4\.4)$/;

/** A report without fields, as old mail servers write it. Programs that answer for people say so. */
function isByMailServer({ from, headers }: Email): boolean {
  const header = (name: string) => headers.find(({ key }) => key === name)?.value ?? '';
  if (/auto-replied/i.test(header('auto-submitted'))) return false;
  const isReport = header('return-path').trim() === '<>' || header('x-failed-recipients') !== '';
  const sender = from && 'address' in from ? (from.address ?? '') : '';
  return isReport && /^(?:mailer-daemon|postmaster)(?:@|$)/i.test(sender);
}

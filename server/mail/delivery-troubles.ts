import * as z from 'zod/mini';
import { NotDelivered } from './mailer.ts';

/** The fields of an error of nodemailer. */
const Refusal = z.object({
  code: z.optional(z.string()),
  /** The code of the operating system or of TLS, such as CERT_HAS_EXPIRED. */
  originalCode: z.optional(z.string()),
  responseCode: z.optional(z.number()),
  response: z.optional(z.string()),
  command: z.optional(z.string()),
  permanent: z.optional(z.boolean()),
});
type Refusal = z.output<typeof Refusal>;

/** The error of nodemailer as codes, with a hint at the remedy, and without the texts of the mail server. */
export function notDelivered(error: unknown): NotDelivered {
  if (error instanceof NotDelivered) return error;
  const refusal = Refusal.safeParse(error).data ?? {};
  const status = statusOf(refusal);
  const { code, originalCode, responseCode, command } = refusal;
  const facts = [code, originalCode, responseCode, status, command].filter(
    (fact) => fact !== undefined,
  );
  const name = error instanceof Error ? error.name : 'unknown trouble';
  const hint = hintAt(refusal, status);
  const message = `${facts.length > 0 ? facts.join(' ') : name}${hint === undefined ? '' : `: ${hint}`}`;
  return new NotDelivered(message, { isFinal: isDeadAddress(refusal, status) });
}

/** Whether the mail server refused a token. */
export function isRefusedToken(error: unknown): boolean {
  const { code, responseCode, command } = Refusal.safeParse(error).data ?? {};
  return code === 'EAUTH' && responseCode === 535 && command === TOKEN_LOGIN;
}

const TOKEN_LOGIN = 'AUTH XOAUTH2';

/** The status of RFC 3463 after the response code: 5.1.1. */
function statusOf({ response }: Refusal): string | undefined {
  return /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1];
}

/**
 * A status 5.7 is about the sender and not about the address: a relay may not know this machine yet. Its owner may empty a
 * full mailbox (5.2.2) within a day.
 */
function isDeadAddress({ command, permanent = false }: Refusal, status = ''): boolean {
  return command === 'RCPT TO' && permanent && status !== '5.2.2' && !status.startsWith('5.7.');
}

const UNKNOWN_AUTHORITY =
  'this machine does not trust the authority of its certificate; set NODE_EXTRA_CA_CERTS to a file with the certificate of that authority';
const CERTIFICATES: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'its certificate is self-signed; set NODE_EXTRA_CA_CERTS to a file with that certificate, if it is the right one',
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'it sends its certificate without the one between it and its authority, or this machine does not trust that authority; let the server send the whole chain, or set NODE_EXTRA_CA_CERTS to a file with the certificate of the authority',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name than the one in the settings',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet; is the clock of this machine right?',
};

/** A sentence about a certificate that cannot be verified, by the code of Node's TLS. */
export function certificateHint(code: string): string | undefined {
  return CERTIFICATES[code];
}

/** Answers of Exchange Online, by their status. */
const LOGIN_SWITCHED_OFF =
  'SMTP AUTH is switched off for the mailbox or its tenant (Set-CASMailbox), or a password is not accepted there';
const APP_WITHOUT_MAILBOX =
  'the mail server does not accept the application for the mailbox SMTP_USER; check the consent to SMTP.SendAsApp, New-ServicePrincipal with the object id of the enterprise application, and Add-MailboxPermission; it may take half an hour until they are in force';
const OTHER_SENDER =
  'the mailbox SMTP_USER may not send as MAIL_FROM; set MAIL_FROM to that mailbox, or give it the right SendAs';

function hintAt(refusal: Refusal, status: string | undefined): string | undefined {
  const { code, originalCode = '', command } = refusal;
  if (code === 'ETLS' && command === 'STARTTLS') {
    return 'it offers no STARTTLS on this port; SMTP_TLS=implicit is usual on port 465, and SMTP_TLS=off is for a server on this machine';
  }
  if (code === 'EAUTH' && status === '5.7.139') return LOGIN_SWITCHED_OFF;
  if (isRefusedToken(refusal)) return APP_WITHOUT_MAILBOX;
  if (status === '5.2.252' || status === '5.7.60') return OTHER_SENDER;
  if (originalCode === 'ERR_SSL_WRONG_VERSION_NUMBER') {
    return 'it does not begin with TLS on this port; SMTP_TLS=starttls is usual on port 587';
  }
  return certificateHint(originalCode);
}

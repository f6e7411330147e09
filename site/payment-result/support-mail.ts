import { mailAddress } from '#site/layout/mail-address.ts';
import type { PaymentFailure } from './payment-view.ts';

/** What support needs to find the payment, line by line. It names no person. */
export function detailsOf(failure: PaymentFailure): [label: string, value: string][] {
  const { message, reference, paidBy, lastAnswer, attempts, at } = failure;
  const lines: [string, string | undefined][] = [
    ['Message', message],
    ['Reference', reference],
    ['Paid by', paidBy],
    ['Time', inUtc(at)],
    ['Attempts', attempts > 0 ? String(attempts) : undefined],
    ['Last answer', lastAnswer],
  ];
  return lines.flatMap(([label, value]) => (value ? [[label, value]] : []));
}

/** A mail to the secretary, begun in the visitor's own mail program. */
export function supportMail(to: string, subject: string, failure: PaymentFailure): string {
  const body = detailsOf(failure).map(([label, value]) => `${label}: ${value}`);
  return mailAddress(to, {
    subject: failure.reference ? `${subject}: ${failure.reference}` : subject,
    body: `\n\n${body.join('\n')}\n`,
  });
}

/** "2026-05-29 08:00:00 UTC" */
function inUtc(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
}

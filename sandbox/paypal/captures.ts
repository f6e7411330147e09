import { captureAlone } from './capture-object.ts';
import { emit, type EventType } from './events.ts';
import { moneyWords } from './money-words.ts';
import type { CaptureRow, PayPalAccount } from './paypal-account.ts';
import type { Call } from './paypal-call.ts';
import { notFound } from './paypal-error.ts';

export function retrieveCapture(account: PayPalAccount, { id }: Call) {
  return { status: 200 as const, body: captureAlone(account, knownCapture(account, id)) };
}

export function knownCapture(account: PayPalAccount, id: string): CaptureRow {
  const capture = account.captures.get(id);
  if (!capture) throw notFound('capture_id');
  return capture;
}

/** How a pending capture ends, days later. */
export function resolvePending(
  account: PayPalAccount,
  capture: CaptureRow,
  outcome: 'completed' | 'denied',
): void {
  if (capture.status !== 'PENDING')
    throw new Error(`Capture ${capture.id} is ${capture.status}, not pending.`);
  const ended: CaptureRow = {
    ...capture,
    status: outcome === 'completed' ? 'COMPLETED' : 'DECLINED',
    updated: account.clock.seconds(),
  };
  account.captures.put(ended.id, ended);
  announceCapture(account, ended);
}

const news = {
  COMPLETED: { type: 'PAYMENT.CAPTURE.COMPLETED', said: 'Payment completed for' },
  PENDING: { type: 'PAYMENT.CAPTURE.PENDING', said: 'Payment pending for' },
  DECLINED: { type: 'PAYMENT.CAPTURE.DENIED', said: 'Payment denied for' },
} as const satisfies Record<CaptureRow['status'], { type: EventType; said: string }>;

export function announceCapture(account: PayPalAccount, capture: CaptureRow): void {
  const { type, said } = news[capture.status];
  emit(account, type, {
    resource: captureAlone(account, capture),
    summary: `${said} ${moneyWords(capture)}`,
  });
}

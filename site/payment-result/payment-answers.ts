import * as labels from 'content:labels/paymentResult';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import {
  captureDiscountPaypalOrder,
  capturePaypalOrder,
  getDiscountStatus,
  getPaymentStatus,
  updateDiscount,
  updatePayment,
} from '#contract/payment.ts';
import type { Call, RequestOf } from '#contract/call.ts';
import { type Answer, ask, type Failure, parseJson, reasonIn, textIn } from '#site/api.ts';

/** Registrations and discount registrations have separate endpoints, with the same requests and answers. */
export type StatusAnswer = Answer<typeof getPaymentStatus | typeof getDiscountStatus>;
export type Status = Extract<StatusAnswer, { ok: true }>['data'];
export type CaptureAnswer = Answer<typeof capturePaypalOrder | typeof captureDiscountPaypalOrder>;
type Capture = Extract<CaptureAnswer, { ok: true }>['data'];

type Kind = { isDiscount: boolean };

export const statusCallOf = ({ isDiscount }: Kind) =>
  isDiscount ? getDiscountStatus : getPaymentStatus;

export const updateCallOf = ({ isDiscount }: Kind) => (isDiscount ? updateDiscount : updatePayment);

export const captureCallOf = ({ isDiscount }: Kind) =>
  isDiscount ? captureDiscountPaypalOrder : capturePaypalOrder;

export function isPaid({ paymentStatus, status }: Status): boolean {
  return (
    paymentStatus === 'paid' || paymentStatus === 'no_payment_required' || status === 'COMPLETED'
  );
}

/** Whether the payment is captured. If it is not, our server sends `success: false` and none of the other signs. */
export function isCaptured({ success, status, paymentStatus, orderId }: Capture): boolean {
  return (
    success === true ||
    status === 'COMPLETED' ||
    paymentStatus === 'paid' ||
    status?.toLowerCase().includes('success') === true ||
    (Boolean(orderId) && success !== false)
  );
}

/** The server answers within 12 s, also if a provider is slow. A request that takes longer is lost. */
const TIMEOUT_SECONDS = 20;

/** `ask` with a timeout, which counts as a network failure. */
export async function askWithTimeout<C extends Call>(
  call: C,
  request: RequestOf<C>,
): Promise<Answer<C>> {
  const timeout = new AbortController();
  const words = fillPlaceholders(labels.noAnswer, { n: String(TIMEOUT_SECONDS) });
  const reason = new Error(words);
  const timer = setTimeout(() => timeout.abort(reason), TIMEOUT_SECONDS * 1000);
  try {
    return await ask(call, request, timeout.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** The server's answer in one line, for the technical details. The line names no person. */
export function inWords(answer: Answer<Call>): string {
  if (!answer.ok) return failureInWords(answer.failure);
  const said = Object.entries(Object(answer.data)).filter(
    ([name, value]) => ['paymentStatus', 'status', 'success'].includes(name) && value !== undefined,
  );
  return said.map(([name, value]) => `${name}: ${String(value)}`).join(', ') || labels.noStatus;
}

function failureInWords(failure: Failure): string {
  if (failure.kind === 'network') return failure.reason;
  if (failure.status < 300) return labels.answerUnreadable;
  const status = `${failure.status} ${failure.statusText}`.trim();
  return fillPlaceholders(labels.serverAnswered, { status });
}

export function messageOf(failure: Failure): string | undefined {
  return failure.kind === 'network' ? failure.reason : reasonIn(parseJson(failure.text));
}

/** Our reference of the payment, if the server's refusal has the reference. */
export function referenceIn(failure: Failure): string | undefined {
  return failure.kind === 'network' ? undefined : textIn(parseJson(failure.text), 'reference');
}

/** Whether our server checked the payment and declined it. An error page of a proxy, a conflict or a fault is no refusal. */
export function isRefusal(failure: Failure): boolean {
  if (failure.kind === 'network' || ![400, 404, 422].includes(failure.status)) return false;
  return isRejected(parseJson(failure.text));
}

/** Whether a body says `success: false`, also if its status is 200. */
export function isRejected(body: unknown): boolean {
  return Reflect.get(Object(body), 'success') === false;
}

import {
  captureDiscountPaypalOrder,
  getDiscountStatus,
  updateDiscount,
} from '#contract/discount-result.ts';
import { capturePaypalOrder, getPaymentStatus, updatePayment } from '#contract/payment.ts';
import type { Answer } from '#site/api.ts';

/** Registrations and discount registrations are asked for at two addresses, with the same questions and answers. */
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

/** The server sends none of these signs, and `success: false`, unless the money was verified. */
export function isCollected({ success, status, paymentStatus, orderId }: Capture): boolean {
  return (
    success === true ||
    status === 'COMPLETED' ||
    paymentStatus === 'paid' ||
    status?.toLowerCase().includes('success') === true ||
    (Boolean(orderId) && success !== false)
  );
}

import { listInterestAreas, listSessions, submitAbstract } from './abstract.ts';
import {
  captureDiscountPaypalOrder,
  capturePaypalOrder,
  createCheckoutSession,
  createDiscountPaypalOrder,
  createDiscountSession,
  createPaypalOrder,
  getDiscountStatus,
  getPaymentStatus,
  updateDiscount,
  updatePayment,
} from './payment.ts';
import { getPricing } from './pricing.ts';
import { register } from './registration.ts';
import { listSpeakers } from './speakers.ts';

/** All calls. The server builds its routes and /api/openapi.json from this list; a page imports the call that it makes. */
export const calls = {
  listSpeakers,
  getPricing,
  register,
  createCheckoutSession,
  getPaymentStatus,
  updatePayment,
  createPaypalOrder,
  capturePaypalOrder,
  createDiscountSession,
  createDiscountPaypalOrder,
  captureDiscountPaypalOrder,
  getDiscountStatus,
  updateDiscount,
  listInterestAreas,
  listSessions,
  submitAbstract,
} as const;

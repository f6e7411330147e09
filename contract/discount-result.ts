import { call } from './call.ts';
import { captureRequest, statusQuestion, updateRequest } from './payment.ts';

export const getDiscountStatus = call({
  method: 'GET',
  path: '/api/discounts/status/:sessionId',
  summary: 'How the payment of a discount checkout session stands',
  ...statusQuestion,
});

export const updateDiscount = call({
  method: 'POST',
  path: '/api/discounts/update',
  summary: 'Asks the server to verify a discount payment with its provider and to record it',
  ...updateRequest,
});

export const captureDiscountPaypalOrder = call({
  method: 'POST',
  path: '/api/discounts/paypal/capture/:token',
  summary: 'Collects a PayPal discount payment that the payer has approved',
  ...captureRequest,
});

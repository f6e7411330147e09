export type Link = { href: string; rel: string; method: 'GET' | 'POST' | 'PATCH' };

/** The path of each resource below the API's origin. */
export const paths = {
  order: (id: string) => `/v2/checkout/orders/${id}`,
  capture: (id: string) => `/v2/payments/captures/${id}`,
  refund: (id: string) => `/v2/payments/refunds/${id}`,
  event: (id: string) => `/v1/notifications/webhooks-events/${id}`,
  dispute: (id: string) => `/v1/customer/disputes/${id}`,
  certificate: (id: string) => `/v1/notifications/certs/${id}`,
} as const;

type ErrorType = 'invalid_request_error' | 'idempotency_error' | 'api_error' | 'card_error';

type StripeErrorDetails = {
  status: number;
  type: ErrorType;
  message: string;
  code?: string | undefined;
  param?: string | undefined;
  /**
   * Whether the answer is stored under the request's idempotency key. Stripe stores the answers of calls that began, and
   * not earlier errors: bad parameters, a wrong key, a second call while the first is running.
   */
  remembered?: boolean;
};

export class StripeError extends Error {
  readonly details: StripeErrorDetails;

  constructor(details: StripeErrorDetails) {
    super(details.message);
    this.details = details;
  }
}

export function errorBody({ type, message, code, param }: StripeErrorDetails, requestId: string) {
  return {
    error: {
      ...(code === undefined ? {} : { code, doc_url: docUrl(code) }),
      message,
      ...(param === undefined ? {} : { param }),
      request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}`,
      type,
    },
  };
}

function docUrl(code: string): string {
  return `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`;
}

/** ErrorReply while reading the parameters. */
export function badParameter(
  message: string,
  { code, param }: { code?: string | undefined; param?: string | undefined },
): StripeError {
  return new StripeError({ status: 400, type: 'invalid_request_error', message, code, param });
}

/** ErrorReply because of the current state. */
export function badState(
  message: string,
  { code, param }: { code?: string; param?: string } = {},
): StripeError {
  return new StripeError({
    status: 400,
    type: 'invalid_request_error',
    message,
    code,
    param,
    remembered: true,
  });
}

export function noSuch(kind: string, id: string, param: string): StripeError {
  return new StripeError({
    status: 404,
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param,
    remembered: true,
  });
}

export function unknownRoute(method: string, path: string): StripeError {
  return new StripeError({
    status: 404,
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  });
}

/** The answer to a call when a fault was ordered for it. */
export function faultError(status: 500 | 409 | 429): StripeError {
  if (status === 409) return keyInUse();
  if (status === 429)
    return new StripeError({
      status,
      type: 'invalid_request_error',
      code: 'rate_limit',
      message:
        'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.',
    });
  return new StripeError({
    status,
    type: 'api_error',
    message: 'Sorry! There was an error while talking to our backend. Please try again later.',
  });
}

export function keyInUse(): StripeError {
  return new StripeError({
    status: 409,
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message:
      'There is currently another in-progress request using this Stripe-Idempotent-Key (that probably means you submitted twice, and the other request is still going through). Please try again later.',
  });
}

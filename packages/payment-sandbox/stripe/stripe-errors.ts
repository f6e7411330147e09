import { ApiError } from '../api-calls.ts';

type Details = {
  type?: 'idempotency_error' | 'api_error';
  code?: string | undefined;
  param?: string | undefined;
  /**
   * Stripe stores the answer of a call that it has begun to carry out, and no earlier error, such as a wrong
   * parameter.
   */
  isStored?: boolean;
};

export function stripeError(status: number, message: string, details: Details = {}): ApiError {
  const { type = 'invalid_request_error', code, param, isStored = false } = details;
  const body = () => ({
    error: {
      ...(code !== undefined && { code }),
      message,
      ...(param !== undefined && { param }),
      type,
    },
  });
  return new ApiError(status, message, body, { isStored });
}

/** An error while reading the parameters. */
export function badParameter(
  message: string,
  details: Pick<Details, 'code' | 'param'> = {},
): ApiError {
  return stripeError(400, message, details);
}

/** An error because of the current state. */
export function badState(message: string, details: Pick<Details, 'code' | 'param'> = {}): ApiError {
  return stripeError(400, message, { ...details, isStored: true });
}

export function noSuch(kind: string, id: string, param: string): ApiError {
  return stripeError(404, `No such ${kind}: '${id}'`, {
    code: 'resource_missing',
    param,
    isStored: true,
  });
}

export function keyInUse(): ApiError {
  return stripeError(
    409,
    'There is currently another in-progress request using this Stripe-Idempotent-Key (that probably means you submitted twice, and the other request is still going through). Please try again later.',
    { type: 'idempotency_error', code: 'idempotency_key_in_use' },
  );
}

/** The answer to a call for which a fault was ordered. */
export function stripeFault(status: 500 | 409 | 429): ApiError {
  if (status === 409) return keyInUse();
  return status === 429
    ? stripeError(
        429,
        'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.',
        { code: 'rate_limit' },
      )
    : stripeError(
        500,
        'Sorry! There was an error while talking to our backend. Please try again later.',
        { type: 'api_error' },
      );
}

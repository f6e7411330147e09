import { ApiError } from '../api-calls.ts';

type Link = { href: string; rel: string; method: 'GET' };

const kinds = {
  400: ['INVALID_REQUEST', 'Request is not well-formed or violates schema.'],
  403: ['NOT_AUTHORIZED', 'Authorization failed due to insufficient permissions.'],
  401: ['AUTHENTICATION_FAILURE', 'Authentication failed: no header or invalid credentials.'],
  404: ['RESOURCE_NOT_FOUND', 'The specified resource does not exist.'],
  409: ['RESOURCE_CONFLICT', 'The server has detected a conflict while processing this request.'],
  413: ['REQUEST_ENTITY_TOO_LARGE', 'The request is larger than allowed.'],
  415: ['UNSUPPORTED_MEDIA_TYPE', 'The server does not support the media type of the payload.'],
  422: ['UNPROCESSABLE_ENTITY', 'The requested action failed business validation.'],
  429: ['RATE_LIMIT_REACHED', 'Too many requests. Blocked due to rate limiting.'],
  500: ['INTERNAL_SERVER_ERROR', 'An internal server error occurred.'],
} as const;

/** PayPal's issues, each with its HTTP status. */
const issues = {
  INVALID_PARAMETER_SYNTAX: [400, 'The value of a field does not conform to the format.'],
  INVALID_PARAMETER_VALUE: [400, 'The value of a field is invalid.'],
  INVALID_STRING_LENGTH: [400, 'The value of a field is either too short or too long.'],
  MALFORMED_REQUEST_JSON: [400, 'Not well formed, or the payment sandbox does not support it.'],
  MISSING_REQUIRED_PARAMETER: [400, 'A required field / parameter is missing.'],
  PAYPAL_REQUEST_ID_REQUIRED: [400, 'An order with a payment_source needs a PayPal-Request-Id.'],
  INVALID_RESOURCE_ID: [404, 'Specified resource ID does not exist.'],
  PREVIOUS_REQUEST_IN_PROGRESS: [409, 'A previous request on this resource is in progress.'],
  CANNOT_BE_ZERO_OR_NEGATIVE: [422, 'Must be greater than zero.'],
  DECIMAL_PRECISION: [
    422,
    'The payment sandbox takes amounts with exactly two decimals, and HUF, JPY and TWD with none.',
  ],
  INVALID_CURRENCY_CODE: [422, 'Currency code is invalid or is not currently supported.'],
  UNSUPPORTED_INTENT: [422, 'The payment sandbox supports only intent=CAPTURE.'],
  ORDER_NOT_APPROVED: [422, 'Payer has not yet approved the Order for payment.'],
  ORDER_ALREADY_CAPTURED: [422, 'Order already captured: only one capture is allowed.'],
  INSTRUMENT_DECLINED: [422, 'The instrument was declined by the processor or bank.'],
  MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED: [422, 'Too many payment attempts.'],
  DUPLICATE_INVOICE_ID: [422, 'Duplicate Invoice ID detected.'],
  CAPTURE_FULLY_REFUNDED: [422, 'The capture has already been fully refunded.'],
  PENDING_CAPTURE: [422, 'Cannot initiate a refund as the capture is pending.'],
  REFUND_AMOUNT_EXCEEDED: [422, 'The refund must not exceed what is not yet refunded.'],
  REFUND_CAPTURE_CURRENCY_MISMATCH: [422, 'Refund must be in the currency of the capture.'],
  REFUND_NOT_ALLOWED: [422, 'Capture cannot be refunded.'],
  REFUND_TIME_LIMIT_EXCEEDED: [422, 'You are over the time limit to refund this capture.'],
  TRANSACTION_DISPUTED: [422, 'No partial refund while there is an open case.'],
} as const;

export type Issue = keyof typeof issues;

export function isIssue(code: string | undefined): code is Issue {
  return code !== undefined && Object.hasOwn(issues, code);
}

type Detail = {
  /** A JSON pointer to the refused member of the body. */
  field?: string;
  /** PayPal has no word for a header. */
  location?: 'body' | 'path' | 'none';
  links?: readonly Link[];
};

/** An error with a reason, which PayPal calls an issue. */
export function refusedFor(
  issue: Issue,
  { field, location = 'body', links = [] }: Detail = {},
): ApiError {
  const [status, description] = issues[issue];
  const [name, message] = kinds[status];
  return new ApiError(status, issue, (debugId) => ({
    name,
    details: [
      {
        ...(field !== undefined && { field, ...(location !== 'none' && { location }) }),
        issue,
        description,
      },
    ],
    message,
    debug_id: debugId,
    links,
  }));
}

export function notFound(field: string): ApiError {
  return refusedFor('INVALID_RESOURCE_ID', { field, location: 'path' });
}

/** An error without an issue. */
export function failed(status: keyof typeof kinds, message: string = kinds[status][1]): ApiError {
  const [name] = kinds[status];
  return new ApiError(status, name, (debugId) => ({
    name,
    message,
    debug_id: debugId,
  }));
}

/** The list of transactions is too long, whatever the page. */
export function tooManyResults(found: number, most: number): ApiError {
  const name = 'RESULTSET_TOO_LARGE';
  return new ApiError(400, name, (debugId) => ({
    name,
    message: 'Result set size is greater than the maximum limit. Change the filter criteria.',
    debug_id: debugId,
    total_items: found,
    maximum_items: most,
  }));
}

/** An error about tokens and credentials. */
export function refusedByOauth(status: 400 | 401, error: string, why: string): ApiError {
  return new ApiError(status, error, () => ({ error, error_description: why }));
}

/** The answer to a call for which a fault was ordered. */
export function paypalFault(status: 500 | 409 | 429): ApiError {
  return status === 409 ? refusedFor('PREVIOUS_REQUEST_IN_PROGRESS') : failed(status);
}

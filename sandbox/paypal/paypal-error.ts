import type { Link } from './links.ts';
import { type Issue, isIssue, issues } from './issues.ts';

const kinds = {
  400: {
    name: 'INVALID_REQUEST',
    message: 'Request is not well-formed, syntactically incorrect, or violates schema.',
  },
  401: {
    name: 'AUTHENTICATION_FAILURE',
    message:
      'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  },
  404: { name: 'RESOURCE_NOT_FOUND', message: 'The specified resource does not exist.' },
  409: {
    name: 'RESOURCE_CONFLICT',
    message: 'The server has detected a conflict while processing this request.',
  },
  413: { name: 'REQUEST_ENTITY_TOO_LARGE', message: 'The request is larger than allowed.' },
  415: {
    name: 'UNSUPPORTED_MEDIA_TYPE',
    message: "The server does not support the request payload's media type.",
  },
  422: {
    name: 'UNPROCESSABLE_ENTITY',
    message:
      'The requested action could not be performed, semantically incorrect, or failed business validation.',
  },
  429: {
    name: 'RATE_LIMIT_REACHED',
    message: 'Too many requests. Blocked due to rate limiting.',
  },
  500: { name: 'INTERNAL_SERVER_ERROR', message: 'An internal server error occurred.' },
} as const;

type Status = keyof typeof kinds;

export type Detail = {
  issue: Issue;
  /** A JSON pointer to its place in the body. */
  field?: string | undefined;
  location?: 'body' | 'path' | 'header' | undefined;
  value?: string | undefined;
};

export class PayPalError extends Error {
  readonly status: number;
  /** The body of the answer that carries this id. */
  readonly body: (debugId: string) => object;

  constructor(status: number, message: string, body: (debugId: string) => object) {
    super(message);
    this.status = status;
    this.body = body;
  }
}

/** Refused for its findings; the first one decides the status. */
export function refused(
  found: readonly [Detail, ...Detail[]],
  furtherLinks: readonly Link[] = [],
): PayPalError {
  const { status } = issues[found[0].issue];
  const { name, message } = kinds[status];
  return new PayPalError(status, found[0].issue, (debugId) => ({
    name,
    details: found.map(({ issue, field, location = 'body', value }) => ({
      ...(field === undefined ? {} : { field, location }),
      ...(value === undefined ? {} : { value }),
      issue,
      description: issues[issue].description,
    })),
    message,
    debug_id: debugId,
    links: [...found.map(({ issue }) => informationLink(issue)), ...furtherLinks],
  }));
}

export function refusedFor(issue: Issue, field?: string): PayPalError {
  return refused([{ issue, field }]);
}

export function notFound(field: string): PayPalError {
  return refused([{ issue: 'INVALID_RESOURCE_ID', field, location: 'path' }]);
}

/** Refused as a whole, without findings. */
export function failed(status: Status): PayPalError {
  const { name, message } = kinds[status];
  return new PayPalError(status, name, (debugId) => ({
    name,
    message,
    debug_id: debugId,
    links: [informationLink(name)],
  }));
}

/** The error for everything about tokens. */
export function refusedByOauth(status: 400 | 401, error: string, why: string): PayPalError {
  return new PayPalError(status, error, () => ({ error, error_description: why }));
}

/** The answer to a call when a fault was ordered for it. */
export function faultError(status: 500 | 409 | 429): PayPalError {
  return status === 409 ? refusedFor('PREVIOUS_REQUEST_IN_PROGRESS') : failed(status);
}

/** An issue or the name of an error, as the header for negative testing gives it. */
export function errorNamed(code: string): PayPalError | undefined {
  if (isIssue(code)) return refusedFor(code);
  const statuses = [400, 401, 404, 409, 415, 422, 429, 500] as const;
  const status = statuses.find((candidate) => kinds[candidate].name === code);
  return status === undefined ? undefined : failed(status);
}

function informationLink(code: string): Link {
  const href = `https://developer.paypal.com/docs/api/orders/v2/#error-${code}`;
  return { href, rel: 'information_link', method: 'GET' };
}

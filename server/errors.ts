import type { ErrorCode } from '#contract/errors.ts';

/**
 * An expected error: the code names its kind, and the message is a sentence for the visitor. server/http/errors.ts maps the
 * code to a status. Any other thrown error is a fault.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: string[];
  /** Seconds after which another try makes sense. */
  readonly retryAfter: number | undefined;
  /** Further fields of the reply that the page of this call reads. */
  readonly extra: Record<string, string>;

  constructor(
    code: ErrorCode,
    message: string,
    more: {
      fields?: string[];
      retryAfter?: number;
      extra?: Record<string, string>;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: more.cause });
    this.code = code;
    this.fields = more.fields ?? [];
    this.retryAfter = more.retryAfter;
    this.extra = more.extra ?? {};
  }
}

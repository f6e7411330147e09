import type { ErrorCode } from '#contract/errors.ts';

/**
 * An expected error: its code says which, its message is a sentence for the visitor. server/http/errors.ts gives it a
 * status. Anything else that is thrown is a fault.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: string[];
  /** Seconds after which another try makes sense. */
  readonly retryAfter: number | undefined;
  /** Further fields that this call's page reads beside the message. */
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

import { refusals, type Refused, type RefusalCode } from '#contract/refusal.ts';

/** An expected no: the caller is told why, in a sentence for the visitor. Anything else that is thrown is a fault. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly fields: string[];
  /** Seconds after which another try makes sense. */
  readonly retryAfter: number | undefined;
  /** What this call's page reads beside the message. */
  readonly extra: Record<string, string>;

  constructor(
    code: RefusalCode,
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

  get status(): number {
    return refusals[this.code];
  }

  /** The body of the answer. */
  get body(): Refused {
    return {
      ...this.extra,
      success: false,
      code: this.code,
      message: this.message,
      ...(this.fields.length > 0 && { fields: this.fields }),
    };
  }
}

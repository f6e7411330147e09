import { refusals } from '#contract/content/labels/refusals.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import type { Content } from '#contract/content.ts';
import type { ErrorCode } from '#contract/errors.ts';

/** The language and the labels in which a refusal is written. */
export type Words = Pick<Content, 'language' | 'labels'>;

/**
 * A sentence for the visitor: the name of a label, or a function that writes it in a language of the conference, without
 * one in the first. A sentence for programs alone is always English.
 */
export type Said = keyof typeof refusals | ((language?: string) => string);

/**
 * An expected error: the code names its kind, and `said` is a sentence for the visitor. server/http/errors.ts maps the code
 * to a status and writes the sentence in the visitor's language. Any other thrown error is a fault.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly said: Said;
  /** The values of the placeholders of the label. */
  readonly values: Readonly<Record<string, string>>;
  readonly fields: string[];
  /** Seconds after which another try makes sense. */
  readonly retryAfter: number | undefined;
  /** Further fields of the reply that the page of this call reads. */
  readonly extra: Record<string, string>;

  constructor(
    code: ErrorCode,
    said: Said,
    more: {
      values?: Readonly<Record<string, string>>;
      fields?: string[];
      retryAfter?: number;
      extra?: Record<string, string>;
      cause?: unknown;
    } = {},
  ) {
    const { values = {}, cause } = more;
    super(typeof said === 'function' ? said() : fillPlaceholders(refusals[said], values), {
      cause,
    });
    this.code = code;
    this.said = said;
    this.values = values;
    this.fields = more.fields ?? [];
    this.retryAfter = more.retryAfter;
    this.extra = more.extra ?? {};
  }
}

/** The sentence of a refusal in a language. */
export function sentenceOf({ said, values }: AppError, { language, labels }: Words): string {
  return typeof said === 'function'
    ? said(language)
    : fillPlaceholders(labels.refusals[said], values);
}

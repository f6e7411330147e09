import type { Call } from '#contract/call.ts';
import type { Answer, Failure } from '#site/api.ts';

/** What the server said, in one line for the technical details. It names no person. */
export function inWords(answer: Answer<Call>): string {
  if (!answer.ok) return failureInWords(answer.failure);
  const said = Object.entries(Object(answer.data)).filter(
    ([name, value]) => ['paymentStatus', 'status', 'success'].includes(name) && value !== undefined,
  );
  return said.map(([name, value]) => `${name}: ${String(value)}`).join(', ') || 'no status';
}

function failureInWords(failure: Failure): string {
  if (failure.kind === 'network') return failure.reason;
  if (failure.status < 300) return 'The answer of the server could not be read.';
  return `The server answered ${failure.status} ${failure.statusText}`.trim();
}

/** The server's own sentence: `message`, `errorMessage` or `error` of its answer. */
export function messageOf(failure: Failure): string | undefined {
  if (failure.kind === 'network') return failure.reason;
  const body = bodyOf(failure.text);
  return ['message', 'errorMessage', 'error']
    .map((name) => body.get(name))
    .find((value): value is string => typeof value === 'string' && value !== '');
}

/** Whether our server looked at the payment and declined; a proxy's error page, a conflict or a fault is no such thing. */
export function isRefusal(failure: Failure): boolean {
  if (failure.kind === 'network' || ![400, 404, 422].includes(failure.status)) return false;
  return bodyOf(failure.text).get('success') === false;
}

function bodyOf(text: string): Map<string, unknown> {
  try {
    return new Map(Object.entries(Object(JSON.parse(text))));
  } catch {
    return new Map();
  }
}

import type { Call, RequestOf } from '#contract/call.ts';
import { type Answer, ask } from '#site/api.ts';

/** Our server answers within 12 s, whatever its providers do: what takes longer was lost on the way. */
const SECONDS = 20;

/** Asks like `ask`; no answer in time is an answer that did not come. */
export async function askInTime<C extends Call>(
  call: C,
  request: RequestOf<C>,
): Promise<Answer<C>> {
  const late = new AbortController();
  const reason = new Error(`no answer after ${SECONDS} seconds`);
  const timer = setTimeout(() => late.abort(reason), SECONDS * 1000);
  try {
    return await ask(call, request, late.signal);
  } finally {
    clearTimeout(timer);
  }
}

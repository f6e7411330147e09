/** The page does not check the server's answers: both are built from the same source. */

const STORED = 'plenary-dashboard-key';

/**
 * The server redirects the printed address to an address with the key behind #, which the browser sends to no server.
 */
export function keepKey(): void {
  const key = new URLSearchParams(location.hash.slice(1)).get('key');
  if (key === null) return;
  localStorage.setItem(STORED, key);
  history.replaceState(null, '', location.pathname);
}

/** A refusal of the server. The message is a sentence for the organiser. */
export class Refused extends Error {
  /** The field of the action that helps. */
  remedy: string | undefined;
  /** The session has ended, or there was none. */
  isLoggedOut = false;
  /** No answer came, or none about the call: the network is gone, or the server is busy. */
  isUnreachable = false;
}

export async function ask<T>(path: string, signal?: AbortSignal): Promise<T> {
  const answer = await send(path, { ...(signal && { signal }) });
  return (await answer.json()) as T;
}

export async function tell<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  return (await (await post(path, body, signal)).json()) as T;
}

function post(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  return send(path, {
    method: 'POST',
    ...(signal && { signal }),
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** The file of an abstract. */
export async function askFile(path: string, signal: AbortSignal): Promise<Blob> {
  return (await send(path, { signal })).blob();
}

/** Runs a report or a command that writes a file; returns its text and its file. */
export async function make(
  body: unknown,
): Promise<{ text: string; file?: { name: string; blob: Blob } }> {
  const answer = await post('/make', body);
  const { headers } = answer;
  const [, name] = /filename="(.*)"/.exec(headers.get('content-disposition') ?? '') ?? [];
  if (name === undefined) return (await answer.json()) as { text: string };
  const text = decodeURIComponent(headers.get('x-text') ?? '');
  return { text, file: { name, blob: await answer.blob() } };
}

/** The lines of an answer as they arrive. */
export async function* askLines(path: string): AsyncGenerator<unknown, void> {
  const { body } = await send(path);
  if (!body) return;
  let rest = '';
  // Safari has no loop over the parts of a stream.
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + part.value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line);
  }
}

async function send(path: string, request: RequestInit = {}): Promise<Response> {
  const key = localStorage.getItem(STORED) ?? '';
  const headers = { ...request.headers, 'x-dashboard-key': key };
  const answer = await fetch(`/api${path}`, { ...request, headers }).catch((cause: unknown) => {
    const isLate = cause instanceof DOMException && cause.name === 'TimeoutError';
    if (request.signal?.aborted && !isLate) throw cause;
    const words = 'The dashboard does not answer. Is it still running?';
    throw Object.assign(new Refused(words, { cause }), { isUnreachable: true });
  });
  if (answer.status === 401) throw Object.assign(new Refused(LOGGED_OUT), { isLoggedOut: true });
  if (answer.status >= 500 || answer.status === 429) {
    throw Object.assign(refusalIn(await answer.text()), { isUnreachable: true });
  }
  if (!answer.ok) throw refusalIn(await answer.text());
  return answer;
}

const LOGGED_OUT =
  'Your log-in has ended. Log in in another window, and press again here: what you typed stays. Or load the page again.';

function refusalIn(text: string): Refused {
  try {
    const { message, remedy }: { message?: string; remedy?: string } = JSON.parse(text);
    return Object.assign(new Refused(message ?? text), { remedy });
  } catch {
    return new Refused(text);
  }
}

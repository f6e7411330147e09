import * as labels from 'content:labels/forms';
import { language } from 'content:language';
import type { ErrorCode } from '#contract/errors.ts';
import type { Call, ReadingOf, RequestOf } from '#contract/call.ts';

/** The reason why a call has no answer that the page can use. */
export type Failure =
  | { kind: 'network'; reason: string; code?: undefined }
  | {
      kind: 'answer';
      status: number;
      statusText: string;
      /** Whether the body was JSON. The page's message depends on this. */
      json: boolean;
      /** The field `message` of a JSON body, else its field `error`. */
      message: string | undefined;
      /** The code of the refusal, from contract/errors.ts. */
      code?: string | undefined;
      text: string;
    };

/** The text for a call that did not reach the server. The browser's own text is written for programmers. */
export const NO_CONNECTION = labels.noConnection;

/** Whether the server refused because no places are left. */
export function isSoldOut(failure: Failure): boolean {
  const code: ErrorCode = 'sold-out';
  return failure.code === code;
}

export type Answer<C extends Call> =
  | { ok: true; data: ReadingOf<C> }
  | { ok: false; failure: Failure };

/** Makes a call of the contract. The function never throws; the answer has the failure. */
export async function ask<C extends Call>(
  call: C,
  request: RequestOf<C>,
  signal?: AbortSignal,
): Promise<Answer<C>> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(addressOf(call, request), {
      method: call.method,
      ...bodyOf(call, request),
      ...(signal && { signal }),
    });
    text = await response.text();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, failure: { kind: 'network', reason } };
  }
  const body = parseJson(text);
  const reading = response.ok && (call.reads ?? call.reply).safeParse(body);
  if (reading && reading.success) return { ok: true, data: reading.data as ReadingOf<C> };
  return {
    ok: false,
    failure: {
      kind: 'answer',
      status: response.status,
      statusText: response.statusText,
      json: body !== undefined,
      message: textIn(body, 'message') ?? textIn(body, 'error'),
      code: textIn(body, 'code'),
      text,
    },
  };
}

function addressOf(call: Call, request: object): string {
  const params = 'params' in request ? stringsOf(request.params) : {};
  const query = 'query' in request ? stringsOf(request.query) : {};
  const path = call.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const search = new URLSearchParams(query).toString();
  return search ? `${path}?${search}` : path;
}

/** The server answers in the language of the page. */
const inOurLanguage = { 'accept-language': language };

function bodyOf({ bodyType }: Call, request: object): RequestInit {
  if (!('body' in request)) {
    return { headers: inOurLanguage, ...(bodyType && { body: new URLSearchParams() }) };
  }
  return {
    headers: { ...inOurLanguage, 'content-type': 'application/json' },
    body: JSON.stringify(request.body),
  };
}

function stringsOf(values: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values ?? {}).map(([name, value]) => [name, String(value)]),
  );
}

/** The server's sentence: the field `message` of an answer, else `errorMessage`, else `error`. */
export function reasonIn(body: unknown): string | undefined {
  return textIn(body, 'message') ?? textIn(body, 'errorMessage') ?? textIn(body, 'error');
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function textIn(body: unknown, name: string): string | undefined {
  const value: unknown = Reflect.get(Object(body), name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

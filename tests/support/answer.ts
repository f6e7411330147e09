export type Answer = { status: number; headers: Headers; text: string; json: Json };
/** The JSON of an answer. A test follows any path in it, and compares the value or turns it into a text or a number. */
export type Json = { readonly [key: string]: Json };

/** Sends a value as JSON, or a text unchanged. */
export async function post(
  url: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const sent = typeof body === 'string' ? body : JSON.stringify(body);
  return readAnswer(
    await fetch(url, {
      method: 'POST',
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: sent }),
    }),
  );
}

export async function get(url: string): Promise<Answer> {
  return readAnswer(await fetch(url, { redirect: 'manual' }));
}

export async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson && text !== '' ? (JSON.parse(text) as Json) : {},
  };
}

export type Answer = { status: number; headers: Headers; text: string; json: Json };
/** JSON of an answer: any path can be followed, every end is turned into text or a number or compared. */
export type Json = { readonly [key: string]: Json };

/** Sends JSON, or a text as it is. */
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

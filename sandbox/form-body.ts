import qs from 'qs';

/** `line_items[0][price_data][currency]=eur` to nested objects and arrays. Keys such as `__proto__` are dropped. */
export function parseForm(text: string): Record<string, unknown> {
  return qs.parse(text, { depth: 10, arrayLimit: 100, parameterLimit: 2000, plainObjects: true });
}

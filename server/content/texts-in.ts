export type TextAt = { text: string; path: (string | number)[] };

/** All texts of a value, each with its path. */
export function textsIn(value: unknown, path: (string | number)[] = []): TextAt[] {
  if (typeof value === 'string') return [{ text: value, path }];
  if (Array.isArray(value)) return value.flatMap((each, at) => textsIn(each, [...path, at]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => textsIn(each, [...path, key]));
}

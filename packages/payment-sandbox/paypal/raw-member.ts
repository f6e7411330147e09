const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},:]|[^\s[\]{},:"]+/g;

/**
 * The value of a member of a JSON object as it was written: parsing and serialising it again could change its bytes,
 * which a signature covers. The text must be valid JSON. Of several members of this name the last counts, as for
 * JSON.parse.
 */
export function rawMember(text: string, name: string): string | undefined {
  let found: string | undefined;
  let depth = 0;
  let key = '';
  /** Of the key or value that is being read. */
  let start = text.indexOf('{') + 1;
  let end = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === '}' || token === ']') depth -= 1;
    const endsKey = depth === 1 && token === ':';
    const endsValue = depth === 0 ? token === '}' : depth === 1 && token === ',';
    if (endsKey) key = text.slice(start, end);
    if (endsValue && key !== '' && JSON.parse(key) === name) found = text.slice(start, end);
    if (token === '{' || token === '[') depth += 1;
    if (endsKey || endsValue) start = index + 1;
    end = index + token.length;
  }
  return found?.trim();
}

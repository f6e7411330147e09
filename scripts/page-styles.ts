import { usedStyles } from '#server/http/used-styles.ts';

/**
 * Leaves out of a built page the rules that neither its HTML nor its scripts have a class for. They are more than half of
 * the styles, and the browser reads all of them before it paints.
 */
export function withOwnStyles(html: string, scripts: readonly string[]): string {
  const [, styles = ''] = /<style>([^]*?)<\/style>/.exec(html) ?? [];
  const all = [...html.matchAll(/ class="([^"]*)"/g)].map(([, names = '']) => wordsOf(names));
  all.push(...scripts.map(wordsOf));
  const names = { has: (name: string) => all.some((words) => isAmong(name, words)) };
  return html.replace(styles, () => usedStyles(styles, { names }));
}

type Words = { whole: ReadonlySet<string>; beginnings: readonly string[] };
const known = new Map<string, Words>();

/** The words of a text that may be names of classes. A script may make a name of a beginning and a number: col-span-3. */
function wordsOf(text: string): Words {
  let words = known.get(text);
  if (!words) {
    const whole = new Set(text.split(/[\s"'`{}$]+/));
    words = { whole, beginnings: [...whole].filter((word) => /^[a-z][\w-]*-$/.test(word)) };
    known.set(text, words);
  }
  return words;
}

function isAmong(name: string, { whole, beginnings }: Words): boolean {
  return whole.has(name) || beginnings.some((beginning) => name.startsWith(beginning));
}

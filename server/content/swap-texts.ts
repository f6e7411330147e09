import { isMap, isScalar, isSeq, parseDocument, type Scalar } from 'yaml';

/**
 * Exchanges the texts of a file of the first language and those of its translation, so that the translation becomes the
 * first language. Notes, facts and the order of the lines stay.
 */
export function swapTexts(
  original: string,
  translation: string,
): { original: string; translation: string } {
  const [first, second] = [parseDocument(original), parseDocument(translation)];
  const pairs = pairsOf(first.contents, second.contents, false);
  const written = (from: string, to: string, edits: Edit[]) =>
    edits
      .toSorted((one, other) => startOf(other.replaced) - startOf(one.replaced))
      .reduce((text, edit) => replaceText(text, from, edit), to);
  return {
    original: written(
      translation,
      original,
      pairs.map(({ one, other, inFlow }) => ({ replaced: one, by: other, inFlow })),
    ),
    translation: written(
      original,
      translation,
      pairs.map(({ one, other, inFlow }) => ({ replaced: other, by: one, inFlow })),
    ),
  };
}

type Pair = { one: Scalar; other: Scalar; inFlow: boolean };
type Edit = { replaced: Scalar; by: Scalar; inFlow: boolean };

/** The texts that the two nodes have at the same place. Entries of a list belong together as in translation.ts. */
function pairsOf(one: unknown, other: unknown, flow: boolean): Pair[] {
  if (isScalar(one) && isScalar(other))
    return one.value === other.value ? [] : [{ one, other, inFlow: flow }];
  if (isMap(one) && isMap(other)) {
    const inFlow = flow || Boolean(one.flow) || Boolean(other.flow);
    return other.items.flatMap(({ key, value }) => pairsOf(one.get(key, true), value, inFlow));
  }
  if (!isSeq(one) || !isSeq(other)) return [];
  const inFlow = flow || Boolean(one.flow) || Boolean(other.flow);
  const name = ['id', 'path'].find((key) =>
    one.items.every((entry) => isMap(entry) && entry.has(key)),
  );
  return other.items.flatMap((entry, at) => {
    const same = one.items.find(
      (each) =>
        name !== undefined && isMap(each) && isMap(entry) && each.get(name) === entry.get(name),
    );
    return pairsOf(name === undefined ? one.items[at] : same, entry, inFlow);
  });
}

const startOf = ({ range }: Scalar) => range?.[0] ?? 0;

/** Puts a text as it is typed in `source` in place of another one. In a line such as { label: Talk } it is in quotes. */
function replaceText(text: string, source: string, { replaced, by, inFlow }: Edit): string {
  const start = startOf(replaced);
  const end = start + text.slice(start, replaced.range?.[1]).trimEnd().length;
  const typed = source.slice(startOf(by), by.range?.[1]).trimEnd();
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const indent = ' '.repeat((/^[ -]*/.exec(line)?.[0].length ?? 0) + 2);
  const needsQuotes = inFlow && !/^['"]/.test(typed) && /[\n,[\]{}]/.test(typed);
  const words = needsQuotes
    ? `'${String(by.value).replaceAll("'", "''")}'`
    : indented(typed, indent);
  return `${text.slice(0, start)}${words}${text.slice(end)}`;
}

function indented(typed: string, indent: string): string {
  const [first = '', ...rest] = typed.split('\n');
  const filled = rest.filter((line) => line.trim() !== '');
  const least = Math.min(...filled.map((line) => line.search(/\S/)));
  return [first, ...rest.map((line) => (line.trim() && indent) + line.slice(least))].join('\n');
}

import { isSafePattern } from 'redos-detector';
import { parseSync } from 'vite';

/** A regular expression of a file: a literal, or made at run time. */
export type Pattern = { line: number; literal?: { source: string; flags: string } };

/** With more ways to match a text than this, somebody can send one that takes long. A linear pattern has a handful. */
const MOST_WAYS = 200;

export function patternsIn(file: string, code: string): Pattern[] {
  const { program, errors } = parseSync(file, code);
  if (errors[0]) throw new Error(`${file} cannot be read: ${errors[0].message}`);
  const found: Pattern[] = [];
  for (const node of nodesIn(program)) {
    const line = code.slice(0, Number(node['start'])).split('\n').length;
    const { regex, callee, type } = node;
    if (type === 'Literal' && isNode(regex)) {
      found.push({
        line,
        literal: { source: String(regex['pattern']), flags: String(regex['flags']) },
      });
    }
    const isCall = type === 'NewExpression' || type === 'CallExpression';
    if (isCall && isNode(callee) && callee['name'] === 'RegExp') found.push({ line });
  }
  return found;
}

/** The mistake of a pattern, in a sentence that says what to do; undefined for a safe one. */
export function patternMistake({ literal }: Pattern): string | undefined {
  if (!literal) return 'makes a pattern at run time: write it out, or compare texts';
  const { source, flags } = literal;
  const { safe, error } = isSafePattern(source, {
    caseInsensitive: flags.includes('i'),
    dotAll: flags.includes('s'),
    multiLine: flags.includes('m'),
    unicode: /[uv]/.test(flags),
    maxScore: MOST_WAYS,
    // The bound is a number of steps, because the result must not depend on the speed of the machine.
    timeout: Infinity,
  });
  if (safe) return undefined;
  const why =
    error === 'hitMaxScore' ? 'matches a text in too many ways' : 'could not be shown linear';
  return `/${source}/${flags} ${why}: anchor it, bound its repetitions, or compare texts`;
}

type Node = Record<string, unknown>;

function* nodesIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) {
    for (const part of value) yield* nodesIn(part);
  } else if (isNode(value)) {
    yield value;
    for (const part of Object.values(value)) yield* nodesIn(part);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}

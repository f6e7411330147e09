import fontoxpath from 'fontoxpath';
import { parseXmlDocument } from 'slimdom';

const { evaluateXPath, evaluateXPathToBoolean, evaluateXPathToNodes, registerCustomXPathFunction } =
  fontoxpath;

const SCHEMATRON = 'http://purl.oclc.org/dsdl/schematron';
const XSLT = 'http://www.w3.org/1999/XSL/Transform';

type Document = ReturnType<typeof parseXmlDocument>;
type Element = NonNullable<Document['documentElement']>;
type Let = { name: string; value: string };
type Assertion = { id: string; flag: string; test: string };
type Rule = { context: string; lets: Let[]; assertions: Assertion[] };

/** The rules of a Schematron file, as far as the files of EN 16931, XRechnung and Peppol need it. */
export type Schematron = {
  prefixes: ReadonlyMap<string, string>;
  patterns: { lets: Let[]; rules: Rule[] }[];
};

/** Reads a Schematron file; `included` has the pattern that it includes. */
export function readSchematron(text: string, included?: string): Schematron {
  const schema = rootOf(text);
  // XRechnung declares the prefix of its function only as XML does.
  const prefixes = new Map([
    ['u', 'utils'],
    ...childrenOf(schema, 'ns').map(
      (ns) => [attribute(ns, 'prefix'), attribute(ns, 'uri')] as const,
    ),
  ]);
  for (const one of schema.getElementsByTagNameNS(XSLT, 'function')) {
    registerFunction(one, prefixes);
  }
  const shared = [...letsOf(schema), ...(included === undefined ? [] : letsOf(rootOf(included)))];
  const patterns = childrenOf(schema, 'pattern').map((pattern) => ({
    // They are about the whole document, wherever they are used.
    lets: [...shared, ...letsOf(pattern)].map(({ name, value }) => {
      return { name, value: `(/) ! (${value})` };
    }),
    rules: childrenOf(pattern, 'rule').map(ruleOf),
  }));
  return { prefixes, patterns };
}

/**
 * The rules that a document breaks, by their levels: `fatal` ones make it invalid, `warning` ones say that a reader may
 * complain. Within a pattern, an element is checked by the first rule that names it, as ISO Schematron says.
 */
export function brokenAssertions(
  { patterns, prefixes }: Schematron,
  xml: string,
): { id: string; flag: string }[] {
  const document = parseXmlDocument(xml);
  const options = optionsOf(prefixes);
  const broken = new Map<string, string>();
  for (const { lets, rules } of patterns) {
    const checked = new Set<unknown>();
    for (const { context, lets: own, assertions } of rules) {
      const nodes = evaluateXPathToNodes(withLets(lets, context), document, null, {}, options);
      for (const node of nodes) {
        if (checked.has(node)) continue;
        checked.add(node);
        for (const { id, flag, test } of assertions) {
          const asked = withLets([...lets, ...own], test);
          if (!evaluateXPathToBoolean(asked, node, null, {}, options)) broken.set(id, flag);
        }
      }
    }
  }
  return Array.from(broken, ([id, flag]) => ({ id, flag }));
}

function optionsOf(prefixes: ReadonlyMap<string, string>) {
  return { namespaceResolver: (prefix: string) => prefixes.get(prefix) ?? null };
}

/** An expression with the variables that it needs before it: XPath has no others than those of `let`. */
function withLets(lets: readonly Let[], expression: string): string {
  let needed = expression;
  const used: Let[] = [];
  for (const one of lets.toReversed()) {
    if (!new RegExp(`\\$${one.name}(?![\\w-])`).test(needed)) continue;
    used.unshift(one);
    needed += ` ${one.value}`;
  }
  if (used.length === 0) return expression;
  return `let ${used.map(({ name, value }) => `$${name} := (${value})`).join(', ')} return (${expression})`;
}

function ruleOf(rule: Element): Rule {
  return {
    context: unionParts(attribute(rule, 'context'))
      .map((path) => (/^[/(]/.test(path) ? path : `//${path}`))
      .join(' | '),
    lets: letsOf(rule),
    assertions: childrenOf(rule, 'assert').map((assertion) => ({
      id: attribute(assertion, 'id'),
      flag: attribute(assertion, 'flag'),
      test: withLongNumbers(attribute(assertion, 'test')),
    })),
  };
}

/** The check of an IBAN has a number of 24 digits, which is exact in XSLT; here its remainder takes its place. */
function withLongNumbers(test: string): string {
  return test.replaceAll(/xs:(?:integer|decimal)\(string-join\(/g, 'u:remainder97(string-join(');
}

registerCustomXPathFunction(
  { namespaceURI: 'utils', localName: 'remainder97' },
  ['xs:string'],
  'xs:integer',
  (_, digits: string) => (digits === '' ? 0 : Number(BigInt(digits) % 97n)),
);

/** The paths of a union, which are relative to any element, as in XSLT; a | in brackets belongs to a path. */
function unionParts(context: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const sign of context) {
    if (sign === '(' || sign === '[') depth += 1;
    if (sign === ')' || sign === ']') depth -= 1;
    if (sign === '|' && depth === 0) parts.push('');
    else parts[parts.length - 1] += sign;
  }
  return parts.map((part) => part.trim());
}

/** A function that the file defines in XSLT: variables, perhaps a choice, and the value. */
function registerFunction(one: Element, prefixes: ReadonlyMap<string, string>): void {
  const [prefix = '', localName = ''] = attribute(one, 'name').split(':');
  const parameters = elementsOf(one).filter((each) => each.localName === 'param');
  const types = parameters.map((each) => each.getAttribute('as') ?? 'item()?');
  registerCustomXPathFunction(
    { namespaceURI: prefixes.get(prefix) ?? '', localName },
    types,
    one.getAttribute('as') ?? 'item()?',
    (_, ...given: unknown[]) => {
      const values = Object.fromEntries(
        parameters.map((each, at) => [attribute(each, 'name'), given[at]]),
      );
      return evaluateXPath(
        bodyOf(elementsOf(one)),
        null,
        null,
        values,
        evaluateXPath.ANY_TYPE,
        optionsOf(prefixes),
      );
    },
  );
}

function bodyOf(elements: readonly Element[]): string {
  const [first, ...rest] = elements;
  if (!first) return '()';
  const select = first.getAttribute('select');
  if (first.localName === 'param') return bodyOf(rest);
  if (first.localName === 'variable') {
    const value = select ?? (first.firstElementChild ? bodyOf(elementsOf(first)) : quoted(first));
    return `let $${attribute(first, 'name')} := (${value}) return (${bodyOf(rest)})`;
  }
  if (first.localName === 'choose') {
    const [when, otherwise] = elementsOf(first);
    if (!when || !otherwise) throw new Error('a choice needs both ways');
    return `if (${attribute(when, 'test')}) then (${bodyOf(elementsOf(when))}) else (${bodyOf(elementsOf(otherwise))})`;
  }
  return select ?? '()';
}

function quoted(element: Element): string {
  return `'${element.textContent ?? ''}'`;
}

function rootOf(text: string): Element {
  const root = parseXmlDocument(text).documentElement;
  if (!root) throw new Error('the file has no element');
  return root;
}

function elementsOf(parent: Element): Element[] {
  return [...parent.children];
}

function childrenOf(parent: Element, name: string): Element[] {
  return elementsOf(parent).filter(
    (each) => each.localName === name && each.namespaceURI === SCHEMATRON,
  );
}

function letsOf(parent: Element): Let[] {
  return childrenOf(parent, 'let').map((one) => {
    return { name: attribute(one, 'name'), value: attribute(one, 'value') };
  });
}

function attribute(element: Element, name: string): string {
  return element.getAttribute(name) ?? '';
}

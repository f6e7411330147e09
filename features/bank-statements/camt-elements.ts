import { SaxesParser } from 'saxes';
import { oneLine, StatementRefused } from './statement.ts';

/** An element of a statement, without the prefix of its name. */
export type Element = {
  name: string;
  text: string;
  /** The currency of an amount. */
  currency: string | undefined;
  children: Element[];
};

export function find(element: Element | undefined, name: string): Element | undefined {
  return element?.children.find((child) => child.name === name);
}

export function all(element: Element | undefined, name: string): Element[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

export function textAt(element: Element | undefined, ...path: string[]): string | undefined {
  let at = element;
  for (const name of path) at = find(at, name);
  return at?.text.trim();
}

/** No statement is deeper, and none has more elements for its entries. */
const MOST_DEPTH = 40;
const MOST_ELEMENTS = 5_000_000;
const AT_ONCE = 64 * 1024;

/** A comment before the XML declaration, which the declaration has to follow in no correct XML. */
const EARLY_COMMENT = /^(?:<!--[^]{0,2000}?-->\s*)+(?=<\?xml)/;

/**
 * Reads the account and the entries of each statement, one after the other, so that only one of them is in memory. No
 * entity is expanded besides the five of XML, and a DOCTYPE, which could declare others, is refused.
 */
export function readElements(xml: string, onElement: (element: Element) => void): void {
  const parser = new SaxesParser({ xmlns: false as const, position: false });
  const within: string[] = [];
  /** The elements from the account or entry that is being read to the innermost one. */
  const open: Element[] = [];
  let count = 0;
  let isCamt = false;
  parser.on('doctype', () => {
    throw new StatementRefused('has a DOCTYPE, which no bank writes: download it again');
  });
  parser.on('opentag', ({ name, attributes }) => {
    const local = localOf(name);
    count += 1;
    if (count > MOST_ELEMENTS || within.length >= MOST_DEPTH) {
      throw new StatementRefused('is not built like a bank statement: download it again');
    }
    if (within.length === 0) checkRoot(local, attributes);
    if (within.length === 1) isCamt = checkMessage(local);
    const isRead =
      within.length === 3 && within[2] === 'Stmt' && (local === 'Ntry' || local === 'Acct');
    within.push(local);
    if (!isRead && open.length === 0) return;
    const element = { name: local, text: '', currency: attributes['Ccy'], children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  const addText = (text: string) => {
    const innermost = open.at(-1);
    if (innermost) innermost.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    within.pop();
    const closed = open.pop();
    if (closed && open.length === 0) onElement(closed);
  });
  const isCutOff = !/<\/(?:\w+:)?Document>\s*$/.test(xml.slice(-200));
  parser.on('error', ({ message }) => {
    throw new StatementRefused(
      isCutOff
        ? 'is no complete XML: the download may have been cut off, download it again'
        : `is no correct XML (${oneLine(message).slice(0, 80)}): ask the bank for another file`,
    );
  });
  const text = xml.replace(EARLY_COMMENT, '');
  for (let at = 0; at < text.length; at += AT_ONCE) parser.write(text.slice(at, at + AT_ONCE));
  parser.close();
  if (!isCamt) throw notCamt('XML of another kind');
}

/** The root is `Document`; its namespace has the kind of the message. */
function checkRoot(name: string, attributes: Record<string, string>): void {
  const namespace = Object.entries(attributes).find(([key]) => /^xmlns(?::|$)/.test(key))?.[1];
  if (/^html$/i.test(name)) throw notCamt('a web page');
  if (name !== 'Document') throw notCamt(`XML that begins with <${name.slice(0, 30)}>`);
  const [, kind] = /:((?:camt|pain|pacs)\.\d{3})\./.exec(namespace ?? '') ?? [];
  if (kind !== undefined && kind !== 'camt.053') throw notCamt(MESSAGES[kind] ?? kind);
}

function checkMessage(name: string): boolean {
  const kind = { BkToCstmrAcctRpt: 'camt.052', BkToCstmrDbtCdtNtfctn: 'camt.054' }[name];
  if (kind !== undefined) throw notCamt(MESSAGES[kind] ?? kind);
  if (name !== 'BkToCstmrStmt') throw notCamt(`XML with <${name.slice(0, 30)}>`);
  return true;
}

const MESSAGES: Record<string, string> = {
  'camt.052': 'a report of the day (camt.052), which is not final',
  'camt.054': 'a notice of single entries (camt.054), which come again in the statement',
  'pain.001': 'a file of transfers for the bank (pain.001)',
};

function notCamt(kind: string): StatementRefused {
  return new StatementRefused(`is ${kind}: ask the bank for the statement as CAMT.053`);
}

function localOf(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

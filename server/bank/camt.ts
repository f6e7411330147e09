import { SaxesParser } from 'saxes';
import { isDay } from '#contract/content/calendar-days.ts';
import { findCurrency } from '#contract/currency.ts';
import {
  centsOf,
  given,
  MOST_ENTRIES,
  oneLine,
  type Statement,
  type StatementEntry,
  StatementRefused,
  TOO_MANY,
} from './statement.ts';

/**
 * Reads CAMT.053 (ISO 20022), in version 2 as in version 8: `camt.053.001.02` names a party `Dbtr/Nm`,
 * `camt.053.001.08` names it `Dbtr/Pty/Nm`. Intraday reports (camt.052) and notices (camt.054) are refused, because
 * their entries come again in the statement with other references.
 */
export function readCamt(xml: string): Statement {
  const entries: StatementEntry[] = [];
  const left = { pending: 0, currency: new Set<string>() };
  let account: string | undefined;
  readElements(xml, (element) => {
    if (element.name === 'Acct') {
      account = accountIn(element);
      return;
    }
    // Version 2 has the word in `Sts`, version 8 in `Sts/Cd`.
    const status = textAt(element, 'Sts', 'Cd') ?? textAt(element, 'Sts') ?? 'BOOK';
    if (status !== 'BOOK') left.pending += 1;
    else entries.push(...entriesIn(element, account, left.currency));
    if (entries.length > MOST_ENTRIES) throw new StatementRefused(TOO_MANY);
  });
  return { format: 'CAMT.053', entries, notes: notesOf(left) };
}

function notesOf({ pending, currency }: { pending: number; currency: Set<string> }): string[] {
  return [
    ...(pending > 0
      ? [`Entries that the bank has not booked yet, and that are left out: ${pending}.`]
      : []),
    ...[...currency].map(
      (code) => `Entries in ${code} are left out: the site has no prices in this currency.`,
    ),
  ];
}

function entriesIn(
  entry: Element,
  account: string | undefined,
  unknownCurrency: Set<string>,
): StatementEntry[] {
  const amount = find(entry, 'Amt');
  const code = amount?.currency ?? '';
  const currency = findCurrency(code);
  if (!currency) {
    unknownCurrency.add(code.slice(0, 3) || 'no currency');
    return [];
  }
  const sign = signOf(textAt(entry, 'CdtDbtInd'));
  const cents = centsOf(amount?.text.trim() ?? '', currency);
  if (sign === undefined || cents === undefined) throw unreadable('an amount');
  const bookedOn = dayAt(entry, 'BookgDt') ?? dayAt(entry, 'ValDt');
  if (bookedOn === undefined) throw unreadable('a day');
  const whole = {
    account,
    bookedOn,
    valuedOn: dayAt(entry, 'ValDt'),
    currency,
    isReversal: textAt(entry, 'RvslInd') === 'true',
    // Not `NtryRef`, which some banks count within a statement, and others give to many entries.
    bankReference: given(textAt(entry, 'AcctSvcrRef')),
  };
  const details = all(entry, 'NtryDtls').flatMap((group) => all(group, 'TxDtls'));
  const words = oneLine(textAt(entry, 'AddtlNtryInf') ?? '');
  const signed = sign * cents;
  const parts = details.map((detail) => {
    const own = amountOf(detail, code);
    const partCents = own && centsOf(own.text.trim(), currency);
    if (partCents === undefined) return undefined;
    return (signOf(textAt(detail, 'CdtDbtInd')) ?? sign) * partCents;
  });
  const isBatch =
    details.length > 1 && parts.reduce<number>((sum, part) => sum + (part ?? NaN), 0) === signed;
  if (isBatch) {
    return details.map((detail, at) => ({
      ...whole,
      ...detailOf(detail, parts[at] ?? 0, { account, words, isReversal: whole.isReversal, code }),
      amountCents: parts[at] ?? 0,
      bankReference:
        given(textAt(detail, 'Refs', 'AcctSvcrRef')) ??
        (whole.bankReference && `${whole.bankReference}/${at + 1}`),
    }));
  }
  const about = details.map((detail) =>
    detailOf(detail, signed, { account, words, isReversal: whole.isReversal, code }),
  );
  const [first] = about;
  // Without amounts of their own, the transfers of a batch can only be told apart by a person, who needs all words.
  const others = about.length > 1 ? about.map((one) => one.words).join(' ') : first?.words;
  return [
    {
      ...whole,
      amountCents: signed,
      name: (about.length > 1 ? undefined : first?.name) ?? '',
      iban: about.length > 1 ? undefined : first?.iban,
      bic: about.length > 1 ? undefined : first?.bic,
      endToEnd: about.length > 1 ? undefined : first?.endToEnd,
      sentAs: about.length > 1 ? undefined : first?.sentAs,
      words: others ?? words,
      bankReference:
        whole.bankReference ?? (details[0] && given(textAt(details[0], 'Refs', 'AcctSvcrRef'))),
    },
  ];
}

type Context = {
  account: string | undefined;
  words: string;
  isReversal: boolean;
  code: string;
};

function detailOf(
  detail: Element,
  cents: number,
  { account, words, isReversal, code }: Context,
): Pick<StatementEntry, 'name' | 'iban' | 'bic' | 'endToEnd' | 'words' | 'sentAs'> {
  const parties = find(detail, 'RltdPties');
  const agents = find(detail, 'RltdAgts');
  const ibanOf = (side: 'Dbtr' | 'Cdtr') =>
    given(textAt(parties, `${side}Acct`, 'Id', 'IBAN')) ??
    given(textAt(parties, `${side}Acct`, 'Id', 'Othr', 'Id'));
  // A return names the parties of the transfer that it returns, so the sides are exchanged.
  const isReturn = isReversal || find(detail, 'RtrInf') !== undefined;
  const usual = cents >= 0 === isReturn ? 'Cdtr' : 'Dbtr';
  const opposite = usual === 'Dbtr' ? 'Cdtr' : 'Dbtr';
  const side = account !== undefined && ibanOf(usual) === account ? opposite : usual;
  const partyOf = (name: string) =>
    given(textAt(parties, name, 'Nm')) ?? given(textAt(parties, name, 'Pty', 'Nm'));
  const agent = find(find(agents, `${side}Agt`), 'FinInstnId');
  const remittance = find(detail, 'RmtInf');
  const structured = all(remittance, 'Strd').flatMap((each) => [
    textAt(each, 'CdtrRefInf', 'Ref'),
    ...all(each, 'RfrdDocInf').map((document) => textAt(document, 'Nb')),
    ...all(each, 'AddtlRmtInf').map(({ text }) => text),
  ]);
  const told = [...all(remittance, 'Ustrd').map(({ text }) => text), ...structured].flatMap(
    (text) => given(text) ?? [],
  );
  const sent = find(find(find(detail, 'AmtDtls'), 'InstdAmt'), 'Amt');
  return {
    name: partyOf(side) ?? partyOf(`Ultmt${side}`) ?? '',
    iban: ibanOf(side),
    bic: given(textAt(agent, 'BIC')) ?? given(textAt(agent, 'BICFI')),
    endToEnd: given(textAt(detail, 'Refs', 'EndToEndId')),
    words: told.join(' ') || given(textAt(detail, 'AddtlTxInf')) || words,
    sentAs:
      sent?.currency !== undefined && sent.currency !== code
        ? `${oneLine(sent.text)} ${sent.currency}`
        : undefined,
  };
}

/** The amount of a detail in the currency of the account: version 8 has it in `Amt`, version 2 in `AmtDtls`. */
function amountOf(detail: Element, code: string): Element | undefined {
  const amounts = find(detail, 'AmtDtls');
  return [
    find(detail, 'Amt'),
    find(find(amounts, 'TxAmt'), 'Amt'),
    find(find(amounts, 'InstdAmt'), 'Amt'),
  ].find((amount) => amount?.currency === code);
}

function signOf(indicator: string | undefined): 1 | -1 | undefined {
  return indicator === 'CRDT' ? 1 : indicator === 'DBIT' ? -1 : undefined;
}

/** `Dt` is a day, `DtTm` a moment in the time of the bank. */
function dayAt(entry: Element, name: string): string | undefined {
  const day = (textAt(entry, name, 'Dt') ?? textAt(entry, name, 'DtTm'))?.slice(0, 10);
  return day !== undefined && isDay(day) ? day : undefined;
}

function accountIn(element: Element): string | undefined {
  return given(textAt(element, 'Id', 'IBAN')) ?? given(textAt(element, 'Id', 'Othr', 'Id'));
}

function unreadable(part: string): StatementRefused {
  return new StatementRefused(
    `has an entry without ${part} that can be read: download it from the bank again`,
  );
}

type Element = {
  name: string;
  text: string;
  /** The currency of an amount. */
  currency: string | undefined;
  children: Element[];
};

function find(element: Element | undefined, name: string): Element | undefined {
  return element?.children.find((child) => child.name === name);
}

function all(element: Element | undefined, name: string): Element[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

function textAt(element: Element | undefined, ...path: string[]): string | undefined {
  let at = element;
  for (const name of path) at = find(at, name);
  return at?.text.trim();
}

/** No statement is deeper, and none has more elements for its entries. */
const MOST_DEPTH = 40;
const MOST_ELEMENTS = 5_000_000;
const AT_ONCE = 64 * 1024;

/**
 * Reads the account and the entries of each statement, one after the other, so that only one of them is in memory. No
 * entity is expanded besides the five of XML, and a DOCTYPE, which could declare others, is refused.
 */
function readElements(xml: string, onElement: (element: Element) => void): void {
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
  parser.on('error', () => {
    throw new StatementRefused(
      'is no complete XML: the download may have been cut off, download it again',
    );
  });
  for (let at = 0; at < xml.length; at += AT_ONCE) parser.write(xml.slice(at, at + AT_ONCE));
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

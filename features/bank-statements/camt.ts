import { isDay } from '#contract/content/calendar-days.ts';
import { findCurrency } from '#contract/currency.ts';
import { all, type Element, find, readElements, textAt } from './camt-elements.ts';
import {
  centsOf,
  dayOrLast,
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
    // Version 2 has the word in `Sts`, version 8 in `Sts/Cd`, or a word of the bank's own in `Sts/Prtry`.
    const status =
      textAt(element, 'Sts', 'Cd') ??
      textAt(element, 'Sts', 'Prtry') ??
      textAt(element, 'Sts') ??
      'BOOK';
    if (!/^BOOK(?:ED)?$/i.test(status)) left.pending += 1;
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
  if (cents === undefined) throw unreadable('an amount', amount?.text);
  if (sign === undefined) throw unreadable('a CdtDbtInd', textAt(entry, 'CdtDbtInd'));
  const valuedOn = dayAt(entry, 'ValDt');
  const bookedOn = dayAt(entry, 'BookgDt') ?? valuedOn;
  if (bookedOn === undefined) {
    throw unreadable('a day', textAt(entry, 'BookgDt', 'Dt') ?? textAt(entry, 'BookgDt', 'DtTm'));
  }
  const whole = {
    account,
    bookedOn,
    valuedOn,
    currency,
    isReversal: /^(?:true|1)$/.test(textAt(entry, 'RvslInd') ?? ''),
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
  const bankReference =
    whole.bankReference ?? (details[0] && given(textAt(details[0], 'Refs', 'AcctSvcrRef')));
  return [{ ...whole, amountCents: signed, ...inOne(about, { words, ...whole }), bankReference }];
}

/** The details of an entry that is not divided. */
function inOne(
  about: readonly ReturnType<typeof detailOf>[],
  { words, isReversal }: Pick<Context, 'words' | 'isReversal'>,
) {
  const only = about.length > 1 ? undefined : about[0];
  return {
    isReversal: isReversal || about.some((one) => one.isReversal),
    name: only?.name ?? '',
    iban: only?.iban,
    bic: only?.bic,
    endToEnd: only?.endToEnd,
    sentAs: only?.sentAs,
    // Without amounts of their own, the transfers of a batch can only be told apart by a person, who needs all words.
    words: about.length > 1 ? about.map((one) => one.words).join(' ') : (only?.words ?? words),
  };
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
): Pick<StatementEntry, 'name' | 'iban' | 'bic' | 'endToEnd' | 'words' | 'sentAs' | 'isReversal'> {
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
    isReversal: isReturn,
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
function dayAt(entry: Element, name: 'BookgDt' | 'ValDt'): string | undefined {
  const written = (textAt(entry, name, 'Dt') ?? textAt(entry, name, 'DtTm'))?.slice(0, 10) ?? '';
  const day = name === 'ValDt' ? dayOrLast(written) : written;
  return isDay(day) ? day : undefined;
}

function accountIn(element: Element): string | undefined {
  return given(textAt(element, 'Id', 'IBAN')) ?? given(textAt(element, 'Id', 'Othr', 'Id'));
}

function unreadable(part: string, value: string | undefined): StatementRefused {
  const shown = given(value) === undefined ? '' : ` (“${oneLine(value ?? '').slice(0, 30)}”)`;
  return new StatementRefused(
    `has an entry without ${part} that can be read${shown}: ask the bank for a correct CAMT.053, or for MT940`,
  );
}

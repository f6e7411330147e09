import { writeFileSync } from 'node:fs';
import { decimalFromCents, asCents } from '#contract/money.ts';
import { currencyOf } from '#contract/currency.ts';
import { account } from './with-transfers.ts';

/** An entry of a statement that a test writes. */
export type WrittenEntry = {
  /** Negative for a debit. */
  cents: number;
  words?: string;
  day?: string;
  name?: string;
  iban?: string;
  endToEnd?: string;
  bankReference?: string;
  isReversal?: boolean;
  sentAs?: { amount: string; currency: string };
};

/** An invented payer's account. */
export const ANNA_IBAN = 'DE64999300020000471100';

/** Writes a CAMT.053 of version 8 of the account of the tests. */
export function writeCamt(path: string, entries: readonly WrittenEntry[]): string {
  writeFileSync(
    path,
    `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>${account.iban}</IBAN></Id></Acct>
${entries.map(entryXml).join('\n')}
</Stmt></BkToCstmrStmt></Document>`,
  );
  return path;
}

function entryXml(entry: WrittenEntry): string {
  const {
    cents,
    words = '',
    day = '2026-02-03',
    name = 'Anna Königsdorf',
    iban = ANNA_IBAN,
  } = entry;
  const { endToEnd = 'NOTPROVIDED', bankReference, isReversal = false, sentAs } = entry;
  const amount = decimalFromCents(asCents(Math.abs(cents)), currencyOf('EUR'));
  const [side, sign] = cents > 0 ? ['Dbtr', 'CRDT'] : ['Cdtr', 'DBIT'];
  const sent = sentAs
    ? `<AmtDtls><InstdAmt><Amt Ccy="${sentAs.currency}">${sentAs.amount}</Amt></InstdAmt></AmtDtls>`
    : '';
  return `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd>${isReversal ? '<RvslInd>true</RvslInd>' : ''}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt>${
    bankReference === undefined ? '' : `<AcctSvcrRef>${bankReference}</AcctSvcrRef>`
  }<NtryDtls><TxDtls><Refs><EndToEndId>${endToEnd}</EndToEndId></Refs>${sent}<RltdPties><${side}><Pty><Nm>${name}</Nm></Pty></${side}><${side}Acct><Id><IBAN>${iban}</IBAN></Id></${side}Acct></RltdPties><RmtInf><Ustrd>${words}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
}

/** The same entries as a CSV file of a bank, with headings that nobody knows. */
export function writeCsvStatement(path: string, entries: readonly WrittenEntry[]): string {
  const rows = entries.map(
    ({ cents, words = '', day = '2026-02-03', name = 'Anna Königsdorf' }) =>
      `${day};${(cents / 100).toFixed(2).replace('.', ',')};${name};${words}`,
  );
  writeFileSync(path, ['Tag;Summe;Wer;Text', ...rows, ''].join('\n'));
  return path;
}

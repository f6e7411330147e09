import type { Currency } from '#contract/money.ts';
import { plainLetter } from '#contract/person-name.ts';
import { asCents, decimalFromCents } from '#contract/money.ts';

/** A transfer to write into a file for the bank. */
export type TransferOrder = {
  /** The end-to-end id, by which the statement shows the transfer later. At most 35 characters. */
  id: string;
  amountCents: number;
  name: string;
  iban: string;
  bic: string | undefined;
  words: string;
};

type FileFacts = {
  id: string;
  createdAt: string;
  /** The day on which the bank has to make the transfers. */
  day: string;
  currency: Currency;
  from: { holder: string; iban: string; bic?: string | undefined };
};

/** A file of SEPA credit transfers, pain.001.001.09 of ISO 20022. Each transfer is an entry of its own on the statement. */
export function writePain001(facts: FileFacts, transfers: readonly TransferOrder[]): string {
  const { id, createdAt, day, currency, from } = facts;
  const money = (cents: number) => decimalFromCents(asCents(cents), currency);
  const count = element('NbOfTxs', String(transfers.length));
  const sum = element(
    'CtrlSum',
    money(transfers.reduce((total, { amountCents }) => total + amountCents, 0)),
  );
  const holder = sepaText(from.holder, 70);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">\n<CstmrCdtTrfInitn>\n',
    group('GrpHdr', [
      element('MsgId', id),
      element('CreDtTm', createdAt),
      count,
      sum,
      group('InitgPty', [element('Nm', holder)]),
    ]),
    '\n<PmtInf>\n',
    element('PmtInfId', `${id}-1`),
    element('PmtMtd', 'TRF'),
    element('BtchBookg', 'false'),
    count,
    sum,
    group('PmtTpInf', [group('SvcLvl', [element('Cd', 'SEPA')])]),
    group('ReqdExctnDt', [element('Dt', day)]),
    group('Dbtr', [element('Nm', holder)]),
    account('DbtrAcct', from.iban),
    agent('DbtrAgt', from.bic) ?? group('DbtrAgt', [NOT_PROVIDED]),
    element('ChrgBr', 'SLEV'),
    ...transfers.map(
      ({ id: endToEnd, amountCents, name, iban, bic, words }) =>
        `\n${group('CdtTrfTxInf', [
          group('PmtId', [element('EndToEndId', endToEnd)]),
          group('Amt', [
            `<InstdAmt Ccy="${escaped(currency.code)}">${money(amountCents)}</InstdAmt>`,
          ]),
          agent('CdtrAgt', bic) ?? '',
          group('Cdtr', [element('Nm', sepaText(name, 70))]),
          account('CdtrAcct', iban),
          group('RmtInf', [element('Ustrd', sepaText(words, 140))]),
        ])}`,
    ),
    '\n</PmtInf>\n</CstmrCdtTrfInitn>\n</Document>\n',
  ].join('');
}

const NOT_PROVIDED = group('FinInstnId', [group('Othr', [element('Id', 'NOTPROVIDED')])]);

function agent(name: string, bic: string | undefined): string | undefined {
  return bic === undefined
    ? undefined
    : group(name, [group('FinInstnId', [element('BICFI', bic)])]);
}

function account(name: string, iban: string): string {
  return group(name, [group('Id', [element('IBAN', iban)])]);
}

/** Characters that become others than by losing an accent; banks write a German umlaut with an e. */
const LETTERS: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
  '&': '+',
  '’': "'",
  '–': '-',
  '—': '-',
};

/** The text in the characters that every bank of SEPA takes, cut to a length; others become blanks. */
export function sepaText(text: string, most: number): string {
  return (
    [...text.normalize('NFC')]
      .map((letter) => LETTERS[letter] ?? plainLetter(letter))
      .join('')
      .replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]/g, ' ')
      .replaceAll(/ +/g, ' ')
      // A text may neither begin with a slash nor have two of them.
      .replaceAll(/\/{2,}/g, '/')
      .trim()
      .replace(/^\/+|\/+$/g, '')
      .slice(0, most)
      .trim()
  );
}

function group(name: string, parts: readonly string[]): string {
  return `<${name}>${parts.join('')}</${name}>`;
}

function element(name: string, text: string): string {
  return `<${name}>${escaped(text)}</${name}>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

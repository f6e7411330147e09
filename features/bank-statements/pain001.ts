import { type Currency, asCents, decimalFromCents } from '#contract/money.ts';
import { spelledIn } from '#contract/letters.ts';
import { type Xml, xml } from '#documents/xml.ts';

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
  const sum = money(transfers.reduce((total, { amountCents }) => total + amountCents, 0));
  const totals = xml`<NbOfTxs>${transfers.length}</NbOfTxs><CtrlSum>${sum}</CtrlSum>`;
  const holder = xml`<Nm>${sepaText(from.holder, 70)}</Nm>`;
  const lines = transfers.map(
    ({ id: endToEnd, amountCents, name, iban, bic, words }) =>
      xml`
<CdtTrfTxInf><PmtId><EndToEndId>${endToEnd}</EndToEndId></PmtId><Amt><InstdAmt Ccy="${currency.code}">${money(amountCents)}</InstdAmt></Amt>${
        bic === undefined ? undefined : xml`<CdtrAgt>${bank(bic)}</CdtrAgt>`
      }<Cdtr><Nm>${sepaText(name, 70)}</Nm></Cdtr><CdtrAcct>${account(iban)}</CdtrAcct><RmtInf><Ustrd>${sepaText(words, 140)}</Ustrd></RmtInf></CdtTrfTxInf>`,
  );
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">
<CstmrCdtTrfInitn>
<GrpHdr><MsgId>${id}</MsgId><CreDtTm>${createdAt}</CreDtTm>${totals}<InitgPty>${holder}</InitgPty></GrpHdr>
<PmtInf>
<PmtInfId>${id}-1</PmtInfId><PmtMtd>TRF</PmtMtd><BtchBookg>false</BtchBookg>${totals}<PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf><ReqdExctnDt><Dt>${day}</Dt></ReqdExctnDt><Dbtr>${holder}</Dbtr><DbtrAcct>${account(from.iban)}</DbtrAcct><DbtrAgt>${bank(from.bic)}</DbtrAgt><ChrgBr>SLEV</ChrgBr>${lines}
</PmtInf>
</CstmrCdtTrfInitn>
</Document>
`.xml;
}

function bank(bic: string | undefined): Xml {
  const id =
    bic === undefined ? xml`<Othr><Id>NOTPROVIDED</Id></Othr>` : xml`<BICFI>${bic}</BICFI>`;
  return xml`<FinInstnId>${id}</FinInstnId>`;
}

function account(iban: string): Xml {
  return xml`<Id><IBAN>${iban}</IBAN></Id>`;
}

const SEPA = /[A-Za-z0-9/\-?:().,'+ ]/;

/** The text in the characters that every bank of SEPA takes, cut to a length; others become blanks. */
export function sepaText(text: string, most: number): string {
  return (
    spelledIn(SEPA, text, ' ')
      .replaceAll(/ +/g, ' ')
      // A text may neither begin with a slash nor have two of them.
      .replaceAll(/\/{2,}/g, '/')
      .trim()
      .replace(/^\/+|\/+$/g, '')
      .slice(0, most)
      .trim()
  );
}

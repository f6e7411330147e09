import { expect, test } from 'vitest';
import { currencyOf } from '#contract/currency.ts';
import { sepaText, writePain001 } from './pain001.ts';

test('a file has every transfer with its id, and the number and sum of all', () => {
  const file = writePain001(
    {
      id: 'file1',
      createdAt: '2026-02-01T10:00:00.000Z',
      day: '2026-02-02',
      currency: currencyOf('EUR'),
      from: { holder: 'Gesellschaft für Kettenchemie e. V.', iban: 'DE14999200010012345678' },
    },
    [
      {
        id: 'refund1',
        amountCents: 12_000,
        name: 'Łukasz <Bąk> & Söhne',
        iban: 'DE62999400030008150815',
        bic: 'ZZZBDE99XXX',
        words: 'PS26-7K3M-9QXW',
      },
      {
        id: 'refund2',
        amountCents: 5,
        name: 'Bo Fibre',
        iban: 'AT479999900012345678',
        bic: undefined,
        words: 'PS26-2222-3333',
      },
    ],
  );
  expect(file).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">
<CstmrCdtTrfInitn>
<GrpHdr><MsgId>file1</MsgId><CreDtTm>2026-02-01T10:00:00.000Z</CreDtTm><NbOfTxs>2</NbOfTxs><CtrlSum>120.05</CtrlSum><InitgPty><Nm>Gesellschaft fuer Kettenchemie e. V.</Nm></InitgPty></GrpHdr>
<PmtInf>
<PmtInfId>file1-1</PmtInfId><PmtMtd>TRF</PmtMtd><BtchBookg>false</BtchBookg><NbOfTxs>2</NbOfTxs><CtrlSum>120.05</CtrlSum><PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf><ReqdExctnDt><Dt>2026-02-02</Dt></ReqdExctnDt><Dbtr><Nm>Gesellschaft fuer Kettenchemie e. V.</Nm></Dbtr><DbtrAcct><Id><IBAN>DE14999200010012345678</IBAN></Id></DbtrAcct><DbtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></DbtrAgt><ChrgBr>SLEV</ChrgBr>
<CdtTrfTxInf><PmtId><EndToEndId>refund1</EndToEndId></PmtId><Amt><InstdAmt Ccy="EUR">120.00</InstdAmt></Amt><CdtrAgt><FinInstnId><BICFI>ZZZBDE99XXX</BICFI></FinInstnId></CdtrAgt><Cdtr><Nm>Lukasz Bak + Soehne</Nm></Cdtr><CdtrAcct><Id><IBAN>DE62999400030008150815</IBAN></Id></CdtrAcct><RmtInf><Ustrd>PS26-7K3M-9QXW</Ustrd></RmtInf></CdtTrfTxInf>
<CdtTrfTxInf><PmtId><EndToEndId>refund2</EndToEndId></PmtId><Amt><InstdAmt Ccy="EUR">0.05</InstdAmt></Amt><Cdtr><Nm>Bo Fibre</Nm></Cdtr><CdtrAcct><Id><IBAN>AT479999900012345678</IBAN></Id></CdtrAcct><RmtInf><Ustrd>PS26-2222-3333</Ustrd></RmtInf></CdtTrfTxInf>
</PmtInf>
</CstmrCdtTrfInitn>
</Document>
`);
});

test.each([
  ['Zoë Mäder-Grün', 'Zoe Maeder-Gruen'],
  ['Søren Ørsted', 'Soren Orsted'],
  ['Straße “7”', 'Strasse 7'],
  ['//a//b/', 'a/b'],
  ['O’Rourke', "O'Rourke"],
  ['王小明', ''],
  ['x'.repeat(80), 'x'.repeat(70)],
])('%j is written as %j', (text, written) => {
  expect(sepaText(text, 70)).toBe(written);
});

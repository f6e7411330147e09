import { expect, test } from 'vitest';
import { currencyOf } from '#contract/currency.ts';
import { readStatement } from './read-statement.ts';

const IBAN = 'DE14999200010012345678';

function read(text: string) {
  return readStatement(Buffer.from(text), { iban: IBAN, currency: currencyOf('EUR') });
}

const CAMT = `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>${IBAN}</IBAN></Id></Acct>`;
const ENTRY =
  '<Ntry><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-02-01</Dt></BookgDt></Ntry>';

test('as many entries as a file may have are read in seconds, and one more is refused', () => {
  const line = ':61:2602010201C1,00NTRFNONREF//B\n:86:166?00X?20PS26-7K3M-9QXW?32A\n';
  const head = `:20:A\n:25:${IBAN}\n:28C:1\n:60F:C260201EUR0,\n`;
  const before = process.memoryUsage().heapUsed;
  const begun = process.cpuUsage();
  const { entries } = read(`${head}${line.repeat(100_000)}:62F:C260201EUR100000,\n`);
  expect(entries).toHaveLength(100_000);
  // The time of the processor: other programs on a busy machine do not count.
  const { user, system } = process.cpuUsage(begun);
  expect((user + system) / 1_000_000).toBeLessThan(10);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(400 * 1024 * 1024);
  expect(() => read(`${head}${line.repeat(100_001)}:62F:C260201EUR0,\n`)).toThrow(
    'has more than 100000 entries',
  );
  expect(
    read(`${CAMT}${ENTRY.repeat(80_000)}</Stmt></BkToCstmrStmt></Document>`).entries,
  ).toHaveLength(80_000);
});

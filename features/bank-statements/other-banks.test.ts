import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { currencyOf } from '#contract/currency.ts';
import { readStatement } from './read-statement.ts';
import { StatementRefused } from './statement.ts';

const ACCOUNT = /DE14999200010012345678|NL84[ ]?ZZZB|TRIODOSBANK|PL65114020|CH8399999/;
const IBANS: Record<string, string> = {
  NL: 'NL84ZZZB0123456789',
  TR: 'NL84ZZZB0123456789',
  PL: 'PL65114020040000300200000001',
  CH: 'CH8399999000123456789',
};

/** Statements as banks write them, with their entries below, or with the reason of their refusal. */
const shapes = readFileSync('tests/bank-statements/other-banks.txt', 'utf8')
  .split(/^== /m)
  .slice(1)
  .map((block) => {
    const [title = '', ...lines] = block.trimEnd().split('\n');
    const first = lines.findIndex((line) => /^(?:[+-]\d+\.\d\d[ |]|refused: )/.test(line));
    return {
      title,
      file: `${lines.slice(0, first).join('\n')}\n`,
      expected: lines.slice(first).map((line) => line.trimEnd()),
    };
  });

function entriesOf(file: string): { lines: string[]; cents: number } {
  const iban = IBANS[ACCOUNT.exec(file)?.[0].slice(0, 2) ?? ''] ?? 'DE14999200010012345678';
  try {
    const { entries } = readStatement(Buffer.from(file), { iban, currency: currencyOf('EUR') });
    const lines = entries.map((entry) => {
      const { amountCents, currency, sentAs, name, words } = entry;
      const amount = `${amountCents < 0 ? '' : '+'}${(amountCents / 100).toFixed(2)}`;
      const code = currency.code === 'EUR' ? '' : ` ${currency.code}`;
      const sent = sentAs === undefined ? '' : ` (${sentAs})`;
      return `${amount}${code}${sent} | ${name} | ${entry.iban ?? ''} | ${words}`.trimEnd();
    });
    return { lines, cents: entries.reduce((sum, { amountCents }) => sum + amountCents, 0) };
  } catch (error) {
    if (!(error instanceof StatementRefused)) throw error;
    return { lines: [`refused: ${error.message}`], cents: 0 };
  }
}

/** The cents that have come in by the balances of a file; undefined for a file without them. */
function balancedCents(file: string): number | undefined {
  const balances = [...file.matchAll(/<Bal>(.*?)<\/Bal>/g)].map(([, balance = '']) => {
    const [, amount = ''] = /<Amt Ccy="\w+">([\d.]+)<\/Amt><CdtDbtInd>/.exec(balance) ?? [];
    const cents = Math.round(Number(amount) * 100);
    return balance.includes('>DBIT<') ? 0 - cents : cents;
  });
  const [opening, closing] = balances;
  return opening === undefined || closing === undefined ? undefined : closing - opening;
}

test.each(shapes)('$title', ({ file, expected }) => {
  const { lines, cents } = entriesOf(file);
  if (expected[0]?.startsWith('refused: ')) {
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(expected[0]);
    return;
  }
  expect(lines).toEqual(expected);
  // MT940 is proved by the reader: with another balance it has to be refused.
  const isXml = file.includes('<Document');
  if (isXml) expect(cents).toBe(balancedCents(file));
  else {
    const wrong = file.replace(/:62F:([CD]\d{6}[A-Z]{3})\d+/, ':62F:$19');
    expect(entriesOf(wrong).lines[0]).toContain('do not add up to its balances');
  }
});

/** A test IBAN and the effect of its debit. Stripe's documentation has the same numbers. */
export type TestIban = {
  iban: string;
  /** The text in the list of test IBANs on the page. */
  meaning: string;
  outcome: 'succeeded' | 'failed' | 'disputed';
  /** Seconds until the bank answers. In reality it takes days. */
  after: number;
};

const SOON = 5;
const LATER = 180;

export const testIbans: readonly TestIban[] = [
  iban('DE89 3704 0044 0532 0130 00', 'Pays', 'succeeded', SOON),
  iban('DE08 3704 0044 0532 0130 03', 'Pays after three minutes', 'succeeded', LATER),
  iban('DE62 3704 0044 0532 0130 01', 'Is refused by the bank', 'failed', SOON),
  iban('DE78 3704 0044 0532 0130 04', 'Is refused after three minutes', 'failed', LATER),
  iban('DE35 3704 0044 0532 0130 02', 'Pays, then the payment is disputed', 'disputed', SOON),
];

export function findTestIban(typed: string): TestIban | undefined {
  const wanted = compact(typed);
  return testIbans.find((test) => compact(test.iban) === wanted);
}

function compact(text: string): string {
  return text.replaceAll(/\s/g, '').toUpperCase();
}

function iban(text: string, meaning: string, outcome: TestIban['outcome'], after: number) {
  return { iban: text, meaning, outcome, after };
}

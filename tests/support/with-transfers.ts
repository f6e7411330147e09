import { BankTransfer } from '#contract/content/bank-account.ts';
import type { Content } from '#contract/content.ts';
import { fixtureContent } from './fixture-content.ts';

/** The account of a conference that takes bank transfers; payers have 14 days. */
export const account = BankTransfer.parse({
  holder: 'Gesellschaft für Kettenchemie e. V.',
  iban: 'DE02 1203 0000 0000 2020 51',
  bic: 'BYLADEM1001',
  bank: 'Bank of Chains',
  days: 14,
});

/**
 * The content of the tests, with an account for bank transfers and a reminder three days before their last day, and with
 * a conference that is still to come.
 */
export function withTransfers(content: Content = fixtureContent): Content {
  const { conference, mails } = content;
  return {
    ...content,
    conference: {
      ...conference,
      dates: { ...conference.dates, start: '2099-05-29', end: '2099-05-30' },
      bankTransfer: account,
    },
    // The key is there without the feature that has it, too.
    mails: Object.assign(
      { ...mails },
      { reminders: [{ days: 3, before: 'transfer_due' as const }] },
    ),
  };
}

/**
 * On pages and in mails about money that comes days later, if it pays a change or an amount that the organisers ask for: no
 * place is held for such a payment, and none is confirmed by it.
 */
export const transfers = {
  chosen:
    'Please transfer the amount below to our account, and quote the reference exactly as it is written here. We wait for it until the day below. A transfer takes one to three days, and longer from other countries.',
  reminder:
    'The transfer below has not arrived yet. We wait for it until the day below. If you have made it in the last few days, there is nothing more to do.',
  partArrived:
    'We have received a transfer of the amount below, but it is less than the whole amount. Perhaps your bank has deducted a fee. Please transfer the rest with the same reference.',
  expired:
    'The transfer of the amount below has not arrived in time. If you have already made it, there is nothing more to do: when the money arrives, we use it for this, or return it if that is not possible any more. If not, the link below says how you can still pay.',
  /** On the page, with the account. */
  held: 'Please transfer the amount below and quote the reference exactly. We wait for it until {until}, and no longer. We confirm the payment by email when the money has arrived.',
  /** Stripe waits for a debit, for a transfer, or for the rest of a transfer. */
  byDebit:
    'Your bank has been asked for the money, and may take up to 14 days to answer. You do not have to do anything; please do not pay again.',
  byTransfer:
    'You have chosen to pay by bank transfer. Please transfer {amount} with the bank details and the reference on Stripe’s page, so that it arrives by {until}. Please do not pay in another way as well.',
  inPart:
    '{arrived} of your bank transfer has arrived, and {missing} is missing. Please transfer the rest with the same bank details and the same reference, and do not pay in another way.',
  /** After these, in the mails about a change. */
  untilPaid: 'Your registration stays as it is until the change is paid.',
};

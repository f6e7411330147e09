/**
 * In the mails about a bank transfer, if a change or an amount that the organisers ask for is paid with it: no place is held
 * for such a payment, and none is confirmed by it.
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
  /** After these, in the mails about a change. */
  untilPaid: 'Your registration stays as it is until the change is paid.',
};

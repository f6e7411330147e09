import { planWithdrawal } from './plan-withdrawal.ts';
import { command } from '#organiser/command.ts';
import { ABSTRACT } from '#organiser/fields.ts';

export const withdraw = command({
  name: 'withdraw',
  isEnding: true,
  title: 'Withdraw',
  summary:
    'Withdraws an abstract for its author: committee, programme and book of abstracts leave it out. The author gets a mail.',
  subject: 'Abstracts',
  fields: { reference: ABSTRACT },
  asksProviders: false,
  plan: (context, { reference }) => planWithdrawal(context, { reference, isUndo: false }),
  confirm: '--send',
});

export const undoWithdraw = command({
  name: 'withdraw',
  when: '--undo',
  id: 'undo-withdraw',
  title: 'Undo the withdrawal',
  summary: 'Undoes the withdrawal of an abstract, which has its decision and all its files again.',
  subject: 'Abstracts',
  fields: { reference: ABSTRACT },
  asksProviders: false,
  plan: (context, { reference }) => planWithdrawal(context, { reference, isUndo: true }),
  confirm: '--send',
});

import { abstracts } from './abstracts.ts';
import { agree } from './agree.ts';
import { attendance } from './attendance.ts';
import { backup } from './backup.ts';
import { badges } from './badges.ts';
import { cancel } from './cancel.ts';
import { certificates } from './certificates.ts';
import { checkin } from './checkin.ts';
import type { Command } from './command.ts';
import { correct } from './correct.ts';
import { dashboard } from './dashboard/dashboard.ts';
import { decide } from './decide.ts';
import { demo } from './demo.ts';
import { doctor } from './doctor.ts';
import { exportRecords } from './export.ts';
import { find } from './find.ts';
import { group } from './group.ts';
import { installation } from './installation.ts';
import { invite } from './invite.ts';
import { leftovers } from './leftovers.ts';
import { log } from './log.ts';
import { mails } from './mails.ts';
import { move } from './move.ts';
import { newConference } from './new-conference.ts';
import { person } from './person.ts';
import { places } from './places.ts';
import { purge } from './purge.ts';
import { reconcile } from './reconcile.ts';
import { refund } from './refund.ts';
import { report } from './report.ts';
import { resend } from './resend.ts';
import { restore } from './restore.ts';
import { show } from './show.ts';
import { status } from './status.ts';
import { table } from './table.ts';
import { write } from './write.ts';

/** The organiser's commands, in the order of the list that `organiser help` prints. */
export const commands: readonly Command[] = [
  newConference,
  leftovers,
  demo,
  find,
  dashboard,
  show,
  table,
  correct,
  resend,
  move,
  cancel,
  group,
  invite,
  exportRecords,
  abstracts,
  decide,
  badges,
  attendance,
  checkin,
  certificates,
  write,
  report,
  status,
  places,
  agree,
  refund,
  reconcile,
  doctor,
  log,
  mails,
  person,
  purge,
  installation,
  backup,
  restore,
];

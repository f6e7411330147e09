import { abstractsArchive, abstractsFolder } from '#organiser/commands/abstracts.ts';
import { agree, agreements } from '#organiser/commands/agree.ts';
import { backup, backupCopied, backupIdentity } from '#organiser/commands/backup.ts';
import { cancel, cancelConference, undoCancel } from '#organiser/commands/cancel.ts';
import { check } from '#organiser/commands/check.ts';
import type { Command } from './command.ts';
import { correct } from '#organiser/commands/correct.ts';
import { dashboard } from './dashboard/dashboard.ts';
import { demo } from '#organiser/commands/demo.ts';
import { documents } from '#organiser/commands/documents.ts';
import { doctor } from '#organiser/commands/doctor.ts';
import { exportRecords } from '#organiser/commands/export.ts';
import { find } from '#organiser/commands/find.ts';
import { group, groupTemplate } from '#organiser/commands/group.ts';
import { adoptInstallationCommand, installation } from '#organiser/commands/installation.ts';
import { invoice } from '#organiser/commands/invoice.ts';
import { leftovers } from '#organiser/commands/leftovers.ts';
import { log } from '#organiser/commands/log.ts';
import { holdMails, mails, releaseMails, retryMails, testMail } from '#organiser/commands/mails.ts';
import { move } from '#organiser/commands/move.ts';
import { newConference } from '#organiser/commands/new-conference.ts';
import { nextYear } from '#organiser/commands/next-year.ts';
import { paid } from '#organiser/commands/paid.ts';
import { erasePersonalData, exportPersonalData } from '#organiser/commands/person.ts';
import { limit, places, recount } from '#organiser/commands/places.ts';
import { purge } from '#organiser/commands/purge.ts';
import { reconcile } from '#organiser/commands/reconcile.ts';
import { refund, refundMisfit, settle, takeRefundBack } from '#organiser/commands/refund.ts';
import { report } from '#organiser/commands/report.ts';
import { restore } from '#organiser/commands/restore.ts';
import { show, showEvidence } from '#organiser/commands/show.ts';
import { status } from '#organiser/commands/status.ts';
import { table } from '#organiser/commands/table.ts';
import { updateFolder } from '#organiser/commands/update-folder.ts';
import { placed } from '#contract/placed.ts';
import { features } from '#server/features.ts';

const own: readonly Command[] = [
  newConference,
  updateFolder,
  check,
  leftovers,
  nextYear,
  demo,
  find,
  dashboard,
  show,
  showEvidence,
  table,
  correct,
  move,
  cancel,
  undoCancel,
  cancelConference,
  group,
  groupTemplate,
  exportRecords,
  abstractsFolder,
  abstractsArchive,
  report,
  status,
  places,
  limit,
  recount,
  agreements,
  agree,
  invoice,
  documents,
  paid,
  refund,
  refundMisfit,
  takeRefundBack,
  settle,
  reconcile,
  doctor,
  log,
  mails,
  retryMails,
  holdMails,
  releaseMails,
  testMail,
  exportPersonalData,
  erasePersonalData,
  purge,
  installation,
  adoptInstallationCommand,
  backup,
  backupCopied,
  backupIdentity,
  restore,
];

const ofFeatures = await Promise.all(
  features().map(async ({ commands: load }) => (await load?.())?.commands ?? []),
);
const all = placed(own, ofFeatures, ({ name, when }, called) =>
  [name, `${name} ${when}`].includes(called),
);

/** The organiser's commands. `organiser help` and the dashboard's page of commands list them in this order. */
export const commands = all.filter(({ isForPages }) => !isForPages);

/** The other actions of the dashboard. */
export const actionsOfPages = all.filter(({ isForPages }) => isForPages);

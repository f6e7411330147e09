import { abstractsArchive, abstractsFolder } from './abstracts.ts';
import { agree, agreements } from './agree.ts';
import { backup, backupCopied, backupIdentity } from './backup.ts';
import { cancel, cancelConference, undoCancel } from './cancel.ts';
import { check } from './check.ts';
import type { Command } from './command.ts';
import { correct } from './correct.ts';
import { dashboard } from './dashboard/dashboard.ts';
import { demo } from './demo.ts';
import { documents } from './documents.ts';
import { doctor } from './doctor.ts';
import { exportRecords } from './export.ts';
import { find } from './find.ts';
import { group, groupTemplate } from './group.ts';
import { adoptInstallationCommand, installation } from './installation.ts';
import { invoice } from './invoice.ts';
import { leftovers } from './leftovers.ts';
import { log } from './log.ts';
import { holdMails, mails, releaseMails, retryMails, testMail } from './mails.ts';
import { move } from './move.ts';
import { newConference } from './new-conference.ts';
import { nextYear } from './next-year.ts';
import { paid } from './paid.ts';
import { erasePersonalData, exportPersonalData } from './person.ts';
import { limit, places } from './places.ts';
import { purge } from './purge.ts';
import { reconcile } from './reconcile.ts';
import { refund, settle, takeRefundBack } from './refund.ts';
import { report } from './report.ts';
import { restore } from './restore.ts';
import { show, showEvidence } from './show.ts';
import { status } from './status.ts';
import { table } from './table.ts';
import { updateFolder } from './update-folder.ts';
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
  agreements,
  agree,
  invoice,
  documents,
  paid,
  refund,
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

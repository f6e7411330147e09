import { abstractsArchive, abstractsFolder } from './abstracts.ts';
import { agenda, agendaFile, numberPosters } from '#features/programme/agenda-command.ts';
import { agree, agreements } from './agree.ts';
import { answer } from '#features/questions/commands.ts';
import { ask, askedAmounts, undoRefund } from '#features/asked-amounts/commands.ts';
import { attendance } from '#features/badges/attendance-command.ts';
import { backup, backupCopied, backupIdentity } from './backup.ts';
import { badges } from '#features/badges/badges-command.ts';
import {
  bank,
  bankAccount,
  bankIgnore,
  bankMatch,
  bankRefunds,
  bankSent,
  bankWaiting,
} from '#features/bank-statements/commands.ts';
import { book, bookBibtex, bookCrossref, bookRis } from '#features/book/commands.ts';
import { cancel, cancelConference, undoCancel } from './cancel.ts';
import { certificates } from '#features/badges/certificates-command.ts';
import { check } from './check.ts';
import { checkin, undoCheckin } from '#features/desk/checkin-command.ts';
import { walkin } from '#features/desk/walkin-command.ts';
import type { Command } from './command.ts';
import { correct, correctAbstract } from './correct.ts';
import { dashboard } from './dashboard/dashboard.ts';
import { answers, decideBySheet, decideTemplate } from '#features/programme/decide-command.ts';
import { demo } from './demo.ts';
import { documents } from './documents.ts';
import { doctor } from './doctor.ts';
import { enter } from '#features/author-page/enter-command.ts';
import { exportRecords } from './export.ts';
import { find } from './find.ts';
import { group, groupTemplate } from './group.ts';
import { adoptInstallationCommand, installation } from './installation.ts';
import { consents, writeConsents } from '#features/letters/consents-command.ts';
import { invoice } from './invoice.ts';
import {
  invitations,
  invite,
  inviteByLinks,
  inviteTemplate,
  withdrawLink,
} from '#features/invitations/commands.ts';
import { journal } from '#features/books/journal-command.ts';
import { leftovers } from './leftovers.ts';
import { log } from './log.ts';
import { discardLetter, holdMails, mails, releaseMails, retryMails, testMail } from './mails.ts';
import { addMembersBySheet, members, removeMembersOfList } from '#features/members/commands.ts';
import { move } from './move.ts';
import { newConference } from './new-conference.ts';
import { nextYear } from './next-year.ts';
import { payouts } from '#features/books/payouts-command.ts';
import { paid } from './paid.ts';
import { erasePersonalData, exportPersonalData } from './person.ts';
import { limit, places } from './places.ts';
import { acceptProof, proofFile, proofs, refuseProof } from '#features/proofs/commands.ts';
import { desk, deskPack, mergeDesk } from '#features/desk/desk-command.ts';
import { purge } from './purge.ts';
import { reconcile } from './reconcile.ts';
import { refund, settle, takeRefundBack } from './refund.ts';
import { replace } from '#features/author-page/replace-command.ts';
import { report } from './report.ts';
import { resend } from './resend.ts';
import {
  reviewArchive,
  reviewAssign,
  reviewCollect,
  reviewFolders,
  reviewProgress,
  reviewTemplate,
} from '#features/peer-review/review-command.ts';
import { restore } from './restore.ts';
import { show, showEvidence } from './show.ts';
import { status } from './status.ts';
import { table } from './table.ts';
import { updateFolder } from './update-folder.ts';
import { declineVisaLetter, issueVisaLetter, visaLetters } from '#features/visa-letter/commands.ts';
import { removeWaiting, waiting } from '#features/waiting-list/commands.ts';
import { undoWithdraw, withdraw } from '#features/author-page/withdraw-command.ts';
import { write } from '#features/letters/write-command.ts';

/** The organiser's commands. `organiser help` and the dashboard's page of commands list them in this order. */
export const commands: readonly Command[] = [
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
  answer,
  resend,
  move,
  cancel,
  undoCancel,
  cancelConference,
  group,
  groupTemplate,
  invite,
  inviteTemplate,
  consents,
  writeConsents,
  inviteByLinks,
  invitations,
  withdrawLink,
  members,
  addMembersBySheet,
  removeMembersOfList,
  proofs,
  proofFile,
  acceptProof,
  refuseProof,
  visaLetters,
  issueVisaLetter,
  declineVisaLetter,
  exportRecords,
  enter,
  correctAbstract,
  replace,
  withdraw,
  undoWithdraw,
  abstractsFolder,
  abstractsArchive,
  reviewTemplate,
  reviewAssign,
  reviewFolders,
  reviewArchive,
  reviewProgress,
  reviewCollect,
  decideTemplate,
  decideBySheet,
  answers,
  numberPosters,
  agenda,
  agendaFile,
  book,
  bookBibtex,
  bookRis,
  bookCrossref,
  badges,
  attendance,
  checkin,
  walkin,
  undoCheckin,
  desk,
  deskPack,
  mergeDesk,
  certificates,
  write,
  report,
  status,
  places,
  limit,
  waiting,
  removeWaiting,
  agreements,
  agree,
  invoice,
  documents,
  paid,
  askedAmounts,
  ask,
  refund,
  takeRefundBack,
  undoRefund,
  settle,
  bank,
  bankWaiting,
  bankMatch,
  bankIgnore,
  bankRefunds,
  bankAccount,
  bankSent,
  journal,
  reconcile,
  payouts,
  doctor,
  log,
  mails,
  retryMails,
  holdMails,
  releaseMails,
  discardLetter,
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

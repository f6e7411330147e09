import { abstractsArchive, abstractsFolder } from './abstracts.ts';
import { agenda, agendaFile, numberPosters } from './agenda.ts';
import { agree, agreements } from './agree.ts';
import { answer } from './answer.ts';
import { ask, askedAmounts } from './ask.ts';
import { attendance } from './attendance.ts';
import { backup, backupCopied, backupIdentity } from './backup.ts';
import { badges } from './badges.ts';
import {
  bank,
  bankAccount,
  bankIgnore,
  bankMatch,
  bankRefunds,
  bankSent,
  bankWaiting,
} from './bank.ts';
import { book, bookBibtex, bookCrossref, bookRis } from './book.ts';
import { cancel, cancelConference, undoCancel } from './cancel.ts';
import { certificates } from './certificates.ts';
import { check } from './check.ts';
import { checkin, undoCheckin } from './checkin.ts';
import { walkin } from './walkin.ts';
import type { Command } from './command.ts';
import { correct, correctAbstract } from './correct.ts';
import { dashboard } from './dashboard/dashboard.ts';
import { answers, decideBySheet, decideTemplate } from './decide.ts';
import { demo } from './demo.ts';
import { documents } from './documents.ts';
import { doctor } from './doctor.ts';
import { enter } from './enter.ts';
import { exportRecords } from './export.ts';
import { find } from './find.ts';
import { group, groupTemplate } from './group.ts';
import { adoptInstallationCommand, installation } from './installation.ts';
import { consents, writeConsents } from './consents.ts';
import { invoice } from './invoice.ts';
import { invitations, invite, inviteByLinks, inviteTemplate, withdrawLink } from './invite.ts';
import { journal } from './journal.ts';
import { leftovers } from './leftovers.ts';
import { log } from './log.ts';
import { discardLetter, holdMails, mails, releaseMails, retryMails, testMail } from './mails.ts';
import { addMembersBySheet, members, removeMembersOfList } from './members.ts';
import { move } from './move.ts';
import { newConference } from './new-conference.ts';
import { nextYear } from './next-year.ts';
import { payouts } from './payouts.ts';
import { paid } from './paid.ts';
import { erasePersonalData, exportPersonalData } from './person.ts';
import { limit, places } from './places.ts';
import { acceptProof, proofFile, proofs, refuseProof } from './proofs.ts';
import { desk, deskPack, mergeDesk } from './desk.ts';
import { purge } from './purge.ts';
import { reconcile } from './reconcile.ts';
import { refund, settle, takeRefundBack, undoRefund } from './refund.ts';
import { replace } from './replace.ts';
import { report } from './report.ts';
import { resend } from './resend.ts';
import {
  reviewArchive,
  reviewAssign,
  reviewCollect,
  reviewFolders,
  reviewProgress,
  reviewTemplate,
} from './review.ts';
import { restore } from './restore.ts';
import { show, showEvidence } from './show.ts';
import { status } from './status.ts';
import { table } from './table.ts';
import { updateFolder } from './update-folder.ts';
import { declineVisaLetter, issueVisaLetter, visaLetters } from './visa.ts';
import { removeWaiting, waiting } from './waiting.ts';
import { undoWithdraw, withdraw } from './withdraw.ts';
import { write } from './write.ts';

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

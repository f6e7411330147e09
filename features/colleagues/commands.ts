import type { Content } from '#contract/content.ts';
import { jobs } from '#organiser/dashboard/rights.ts';
import { type Command, command, field } from '#organiser/command.ts';
import { rowsIn } from './list-colleagues.ts';
import { planEnd, planInvitation, planRecovery, planRights } from './change-colleagues.ts';
import { webDashboard } from './web-command.ts';

const EMAIL = field('email', 'EMAIL', 'Email');
const JOBS = field('text', '--jobs chair,desk', 'Jobs, with commas between them', {
  words: Object.fromEntries(Object.entries(jobs).map(([job, { label }]) => [job, label])),
});
const SESSIONS = field('text', '--sessions ID,ID', 'Sessions of a track chair', {
  hint: 'their ids, with commas between them',
  wordsIn: (content?: Content) =>
    Object.fromEntries((content?.sessions.sessions ?? []).map(({ id, name }) => [id, name])),
  otherwise: 'none',
});

const list = command({
  name: 'colleague list',
  id: 'colleagues',
  before: 'installation',
  title: 'Colleagues',
  summary: 'Lists the colleagues with their jobs, passkeys, open sessions and last log-in.',
  subject: 'Colleagues',
  async report({ payments: { db }, content }) {
    const rows = await rowsIn(db, content);
    return {
      facts: rows.map(({ facts }) => facts),
      lines: rows.map(({ line }) => line),
      none: 'Nobody was invited yet.',
    };
  },
});

const invite = command({
  name: 'colleague invite',
  id: 'colleague-invite',
  title: 'Invite a colleague',
  summary:
    'Sends somebody a link that opens the dashboard once, within a day, and makes a passkey.',
  subject: 'Colleagues',
  fields: {
    email: EMAIL,
    name: field('text', '--name "NAME"', 'Name'),
    jobs: JOBS,
    sessions: SESSIONS,
  },
  asksProviders: false,
  plan: planInvitation,
  confirm: '--send',
});

const rights = command({
  name: 'colleague rights',
  id: 'colleague-rights',
  title: 'Change the jobs of a colleague',
  summary: 'Gives a colleague other jobs, and a track chair other sessions, at once.',
  subject: 'Colleagues',
  fields: {
    email: EMAIL,
    jobs: JOBS,
    sessions: { ...SESSIONS, otherwise: 'those of before' },
  },
  asksProviders: false,
  plan: planRights,
});

const recover = command({
  name: 'colleague recover',
  id: 'colleague-recover',
  title: 'Recover the access of a colleague',
  summary:
    'Ends all passkeys and sessions of a colleague who lost a device, and sends another link.',
  subject: 'Colleagues',
  fields: { email: EMAIL },
  asksProviders: false,
  plan: planRecovery,
  confirm: '--send',
});

const end = command({
  name: 'colleague end',
  id: 'colleague-end',
  isEnding: true,
  title: 'End the access of a colleague',
  summary: 'Ends the access of a colleague at once; the log keeps the name.',
  subject: 'Colleagues',
  fields: { email: EMAIL },
  asksProviders: false,
  plan: planEnd,
});

export const commands: readonly Command[] = [webDashboard, list, invite, rights, recover, end];

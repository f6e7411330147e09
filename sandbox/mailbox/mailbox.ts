/** The mails that the host app would have sent. */
export type Mailbox = {
  /** The latest ones, newest first. */
  list: () => Promise<MailSummary[]>;
  read: (id: string) => Promise<PretendMail | undefined>;
};

export type MailSummary = {
  id: string;
  to: string;
  subject: string;
  /** ISO 8601. */
  at: string;
  state: string;
};

export type PretendMail = MailSummary & {
  text: string;
  html: string | undefined;
  attachments: readonly string[];
};

export const MAILBOX_PATH = '/sandbox/mail';

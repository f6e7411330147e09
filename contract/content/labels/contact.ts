/** The words of the form for messages. */
export const contact = {
  fullName: 'Full name',
  email: 'Email',
  subject: 'Subject',
  message: 'Message',
  send: 'Send Message',
  /** The message as a text, for visitors without a mail program. */
  messageTo: 'To: {to}',
  messageSubject: 'Subject: {subject}',
};

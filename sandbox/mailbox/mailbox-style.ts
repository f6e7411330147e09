export const mailboxStyle = `
.mails { padding: 0; list-style: none; }
.mails li { padding-block: .75rem; border-block-end: 1px solid var(--line); }
.mails a { display: block; color: inherit; font-weight: 550; }
.mails span { color: var(--soft); font-size: .875rem; }
.mailbox a { color: var(--accent); }
.template { display: block; width: 100%; height: 44rem; margin-block-start: 1.5rem; border: 1px solid var(--line); background: var(--ground); color-scheme: light dark; }
pre { overflow-x: auto; white-space: pre-wrap; font-size: .875rem; }
`;

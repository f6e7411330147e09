import { createHash } from 'node:crypto';
import { html, type Markup, wholePage } from '#server/markup.ts';
import type { PostedMessage } from './posted-messages.ts';

export type MailboxPage = { body: string; policy: string };

/** The mails with a text, newest first; without one all mails. */
export function mailListPage(mails: readonly PostedMessage[], text: string): MailboxPage {
  return page(
    'Mails',
    html`<h1>Mails</h1>
      <p class="quiet">Mails that would have been sent, newest first. Nobody gets them.</p>
      <form role="search">
        <label>Search <input type="search" name="q" value="${text}" /></label>
        <button>Show</button>
      </form>
      ${
        mails.length === 0
          ? html`<p>
              ${text === '' ? 'No mail yet. Register, or submit an abstract.' : `No mail has “${text}”.`}
            </p>`
          : html`<ul>
              ${mails.map(
                ({ id, content, recipient, postedAt, state }) =>
                  html`<li>
                    <a href="/sandbox/mail/${id}">${content.subject}</a>
                    <span class="quiet">to ${recipient} · ${moment(postedAt)} · ${state}</span>
                  </li>`,
              )}
            </ul>`
      }`,
  );
}

/** One mail: its headers, its HTML in a frame, and its text. */
export function mailPage({ id, recipient, postedAt, state, content }: PostedMessage): MailboxPage {
  const { subject, text, attachments } = content;
  const names = attachments.map(({ fileName }) => fileName).join(', ');
  return page(
    subject,
    html`<p><a href="/sandbox/mail">All mails</a></p>
      <h1>${subject}</h1>
      <dl>
        ${fact('To', recipient)} ${fact('Written', moment(postedAt))} ${fact('State', state)}
        ${names === '' ? undefined : fact('Attached', names)}
      </dl>
      <iframe
        title="The mail as HTML"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        src="/sandbox/mail/${id}/letter"
      ></iframe>
      <details>
        <summary>The mail as text</summary>
        <pre>${text}</pre>
      </details>`,
  );
}

export function noMailPage(): MailboxPage {
  return page(
    'No such mail',
    html`<h1>No such mail</h1>
      <p>It may be of another data folder.</p>
      <p><a href="/sandbox/mail">All mails</a></p>`,
  );
}

function fact(term: string, value: string): Markup {
  return html`<div>
    <dt>${term}</dt>
    <dd>${value}</dd>
  </div>`;
}

function moment(at: string): string {
  return `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;
}

function page(title: string, main: Markup): MailboxPage {
  const styleHash = createHash('sha256').update(STYLE).digest('base64');
  return {
    policy: `default-src 'none'; style-src 'sha256-${styleHash}'; img-src data:; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    body: wholePage(`${title} · Test mode`, {
      head: html`<meta name="color-scheme" content="light dark" />
        <link rel="icon" href="data:," />`,
      style,
      body: html`<header>
          <p>
            <strong>Test mode</strong>: mails are written here and not sent.
            <a href="/">The site</a>
          </p>
        </header>
        <main>${main}</main>`,
    }),
  };
}

const STYLE = `
:root { color-scheme: light dark; --quiet: light-dark(#586074, #a2abbd); --line: light-dark(#dfe3ea, #2a303b); }
* { box-sizing: border-box; margin: 0; }
body { background: light-dark(#eef0f3, #0d1015); color: light-dark(#171b24, #eceff4); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
header { padding: .625rem 1.25rem; background: light-dark(#ffe9b8, #3a2c0c); color: light-dark(#4d3800, #ffdf9a); text-align: center; font-size: .875rem; }
main { display: grid; gap: 1rem; width: min(60rem, 100%); margin-inline: auto; padding: 2rem 1.25rem; background: light-dark(#ffffff, #161a21); }
main > * { min-width: 0; }
h1 { font-size: 1.375rem; line-height: 1.3; }
a { color: light-dark(#2447b8, #9db4ff); font-weight: 550; }
a:focus-visible, summary:focus-visible { outline: 3px solid; outline-offset: 2px; }
.quiet, dt { color: var(--quiet); font-size: .875rem; }
form { display: flex; flex-wrap: wrap; gap: .5rem; }
input, button { font: inherit; padding: .25rem .5rem; }
ul { padding: 0; list-style: none; }
li, dl div { padding-block: .75rem; border-block-end: 1px solid var(--line); }
li a { display: block; }
dl div { display: flex; justify-content: space-between; gap: 1.5rem; }
dd { text-align: end; }
iframe { display: block; width: 100%; height: 44rem; border: 1px solid var(--line); }
pre { overflow-x: auto; white-space: pre-wrap; font-size: .875rem; }
`;

// The policy's hash covers every character between the tags, so the formatter must not change this.
const style: Markup = { markup: `<style>${STYLE}</style>` };

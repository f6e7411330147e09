import { blank, html, type Html } from '../html.ts';
import { type MailSummary, MAILBOX_PATH, type PretendMail } from './mailbox.ts';

/** All mails, newest first. */
export function mailList(mails: readonly MailSummary[]): Html {
  return html`<main class="sheet mailbox">
    <div class="pane">
      <h1 class="heading">Mails</h1>
      <p class="lead">What would have been sent, newest first. Nobody gets these.</p>
      ${
        mails.length === 0
          ? html`<p>No mail yet. Register, or submit an abstract.</p>`
          : html`<ul class="mails">
              ${mails.map(line)}
            </ul>`
      }
    </div>
  </main>`;
}

/** One mail: its headers, its HTML in a frame, and its text. */
export function mailPage(mail: PretendMail): Html {
  const { id, to, subject, at, state, text, html: template, attachments } = mail;
  return html`<main class="sheet mailbox">
    <div class="pane">
      <p><a href="${MAILBOX_PATH}">All mails</a></p>
      <h1 class="heading">${subject}</h1>
      <dl class="facts">
        <div>
          <dt>To</dt>
          <dd>${to}</dd>
        </div>
        <div>
          <dt>Written</dt>
          <dd>${moment(at)}</dd>
        </div>
        <div>
          <dt>State</dt>
          <dd>${state}</dd>
        </div>
        ${
          attachments.length === 0
            ? blank
            : html`<div>
                <dt>Attached</dt>
                <dd>${attachments.join(', ')}</dd>
              </div>`
        }
      </dl>
      ${template === undefined ? blank : html`<iframe class="template" title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" src="${MAILBOX_PATH}/${id}/letter"></iframe>`}
      <details>
        <summary>The mail as text</summary>
        <pre>${text}</pre>
      </details>
    </div>
  </main>`;
}

function line({ id, to, subject, at, state }: MailSummary): Html {
  return html`<li>
    <a href="${MAILBOX_PATH}/${id}">${subject}</a>
    <span>to ${to} · ${moment(at)} · ${state}</span>
  </li>`;
}

function moment(at: string): string {
  return `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;
}

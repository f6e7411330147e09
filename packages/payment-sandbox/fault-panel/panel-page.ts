import type { ApiCall } from '../call-log.ts';
import type { SandboxSettings } from '../control.ts';
import type { AimedFault } from '../faults.ts';
import type { Ledger, PretendPayment } from '../ledger.ts';
import { blank, type Html, html } from '../pages/html.ts';
import { callList, ledgerTable, paymentList, timeText } from './panel-lists.ts';
import { faults, modes, outcomes, providers, purposes, type Section } from './panel-actions.ts';

/** The result of the last form, shown in its section. */
export type Word = { section: Section; text: string; isBad: boolean };

export type PanelState = {
  now: Date;
  settings: SandboxSettings;
  payments: readonly PretendPayment[];
  ledger: Ledger;
  calls: readonly ApiCall[];
  word: Word | undefined;
};

export function panelPage(state: PanelState): Html {
  const { now, settings, payments, ledger, calls } = state;
  const said = wordIn.bind(null, state.word);
  return html`<main class="board">
    <header class="intro">
      <h1 class="title">Fault panel</h1>
      <p class="lead">
        Let the pretend Stripe and PayPal misbehave, pay as a visitor would, and see how the site
        reacts. Nothing here moves real money.
      </p>
      <p class="ways"><a href="/">Open the site</a> <a href="/sandbox">Look again</a></p>
    </header>
    ${standing(settings, said('standing'))}
    <div class="tools">
      ${webhookTool(settings, said('webhooks'))} ${faultTool(settings, said('faults'))}
      ${outcomeTool(said('outcome'))} ${clockTool(now, settings, said('clock'))}
    </div>
    ${paymentList(payments, said('payments'))} ${ledgerTable(ledger)} ${callList(calls)}
  </main>`;
}

function wordIn(word: Word | undefined, section: Section): Html {
  if (word?.section !== section) return blank;
  return word.isBad
    ? html`<p class="alert" role="alert">${word.text}</p>`
    : html`<p class="done" role="status">${word.text}</p>`;
}

function standing(settings: SandboxSettings, said: Html): Html {
  const ordered = orderWords(settings);
  const isNormal =
    settings.webhooks === 'on' && ordered.length === 0 && settings.clockAheadMs === 0;
  return html`<section class="tile standing" aria-labelledby="standing">
    <h2 class="heading" id="standing">
      ${isNormal ? 'Everything is normal' : 'Something is about to go wrong'}
    </h2>
    ${said}
    ${
      isNormal
        ? html`<p class="about">
            Webhooks arrive, calls are answered, and the pretend clock shows the real time.
          </p>`
        : html`<ul class="points">
              ${settings.webhooks === 'on' ? blank : html`<li>Webhooks: ${modes[settings.webhooks][0].toLowerCase()}</li>`}
              ${ordered.map((words) => html`<li>${words}</li>`)}
              ${settings.clockAheadMs === 0 ? blank : html`<li>The pretend clock is ${hoursText(settings.clockAheadMs)} ahead</li>`}
            </ul>
            ${plainForm('normal', html`<button class="button outline">Back to normal</button>`)}`
    }
  </section>`;
}

function webhookTool({ webhooks, held }: SandboxSettings, said: Html): Html {
  return tool(
    'webhooks',
    'Webhooks',
    html`${said}
    ${plainForm(
      'webhooks',
      html`<fieldset class="choices">
          <legend class="about">How the site is told of payments</legend>
          ${Object.entries(modes).map(
            ([mode, [name, means]]) =>
              html`<label class="choice">
                <input
                  type="radio"
                  name="mode"
                  value="${mode}"
                  ${mode === webhooks ? html`checked` : blank}
                />
                <span><b>${name}</b> <span>${means}</span></span>
              </label>`,
          )}
        </fieldset>
        <button class="button primary">Set webhooks</button>`,
    )}
    ${webhooks === 'delayed' || held > 0 ? release(held) : blank}`,
  );
}

function release(held: number): Html {
  return html`<div class="held">
    <p class="about">Kept back: <b>${held}</b></p>
    ${plainForm(
      'release',
      html`<div class="row">
        <button class="button outline" name="order" value="as-made">Release in order</button>
        <button class="button outline" name="order" value="reversed">Release in reverse</button>
      </div>`,
    )}
  </div>`;
}

function faultTool(settings: SandboxSettings, said: Html): Html {
  return tool(
    'faults',
    'Next API call',
    html`${said}
      <p class="about">
        What happens when the site calls a provider. The official packages repeat some calls by
        themselves: order more than one to see a call fail for good.
      </p>
      ${plainForm(
        'fault',
        html`<div class="pair">
            ${select('fault-provider', 'provider', 'Provider', providers)}
            ${select('fault-purpose', 'purpose', 'Call', purposes)}
          </div>
          ${select('fault-kind', 'fault', 'What happens', faults)}
          <div class="field">
            <label for="fault-times">How often</label>
            <input
              id="fault-times"
              name="times"
              type="number"
              min="1"
              max="20"
              value="1"
              required
            />
          </div>
          <button class="button primary">Order this fault</button>`,
      )}
      ${
        settings.faults.length + settings.outcomes.length === 0
          ? blank
          : plainForm(
              'clear',
              html`<button class="button quiet">Take back what is ordered</button>`,
            )
      }`,
  );
}

function outcomeTool(said: Html): Html {
  return tool(
    'outcome',
    'Next payment',
    html`${said}
      <p class="about">Goes that way once, whatever its payer types or presses.</p>
      ${plainForm(
        'outcome',
        html`<div class="pair">
            ${select('outcome-provider', 'provider', 'Provider', providers)}
            ${select('outcome-kind', 'outcome', 'How it goes', outcomes)}
          </div>
          <button class="button primary">Order this payment</button>`,
      )}`,
  );
}

function clockTool(now: Date, { clockAheadMs }: SandboxSettings, said: Html): Html {
  return tool(
    'clock',
    'Clock',
    html`${said}
      <p class="now">${timeText(now)}</p>
      <p class="about">
        The providers' clock; the site keeps its own. Card pages lapse after an hour, PayPal orders
        after three. Move it back before paying again: with the clocks apart, Stripe refuses new
        pages.
      </p>
      ${plainForm(
        'clock',
        html`<div class="row">
          <button class="button outline" name="by" value="hour">+ 1 hour</button>
          <button class="button outline" name="by" value="three-hours">+ 3 hours</button>
          <button class="button outline" name="by" value="day">+ 1 day</button>
          ${clockAheadMs === 0 ? blank : html`<button class="button primary" name="by" value="back">Back to now</button>`}
        </div>`,
      )}`,
  );
}

function tool(id: Section, heading: string, content: Html): Html {
  return html`<section class="tile" aria-labelledby="${id}">
    <h2 class="heading" id="${id}">${heading}</h2>
    ${content}
  </section>`;
}

function plainForm(action: string, content: Html): Html {
  return html`<form method="post" action="/sandbox/panel/${action}">${content}</form>`;
}

function select(id: string, name: string, label: string, choices: Record<string, string>): Html {
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <select id="${id}" name="${name}">
      ${Object.entries(choices).map(([value, words]) => html`<option value="${value}">${words}</option>`)}
    </select>
  </div>`;
}

/** A sentence for each fault and outcome that is ordered and has not happened yet. */
function orderWords(settings: SandboxSettings): string[] {
  const sentences = [
    ...settings.outcomes.map(
      ({ provider, outcome }) =>
        `${providers[provider]}, next payment: ${outcomes[outcome].toLowerCase()}`,
    ),
    ...settings.faults.map(faultSentence),
  ];
  const groups = Map.groupBy(sentences, (sentence) => sentence);
  return [...groups].map(([sentence, { length }]) =>
    length === 1 ? sentence : `${sentence} (${length} times)`,
  );
}

/** Tests can order faults that this page does not offer. */
function faultSentence({ fault, aim: { provider, purpose } }: AimedFault): string {
  const named = typeof fault === 'object' && 'status' in fault ? `http-${fault.status}` : fault;
  const words = Object.entries(faults).find(([name]) => name === named)?.[1];
  const who = provider === undefined ? 'Either provider' : providers[provider];
  return `${who}, ${lowered(purposes[purpose ?? 'any'])}: ${lowered(words ?? JSON.stringify(fault))}`;
}

function lowered(words: string): string {
  return words.startsWith('HTTP') ? words : words.charAt(0).toLowerCase() + words.slice(1);
}

function hoursText(ms: number): string {
  const hours = Math.round(ms / 3_600_000);
  return `${hours} hour${hours === 1 ? '' : 's'}`;
}

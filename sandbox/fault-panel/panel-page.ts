import type { ApiCall } from '../call-log.ts';
import { blank, type Html, html } from '../html.ts';
import type { Ledger } from '../ledger.ts';
import type { PretendPayment } from '../pretend-payments.ts';
import type { SandboxSettings } from '../sandbox-control.ts';
import { callList, ledgerTable, paymentList } from './panel-lists.ts';
import { ACTION_PATH, faultNames, modes, purposes, type Section } from './panel-actions.ts';
import {
  faultWords,
  modeWords,
  orderWords,
  outcomeWords,
  providerNames,
  purposeWords,
  spanWords,
  timeText,
} from './panel-words.ts';

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
              ${settings.webhooks === 'on' ? blank : html`<li>Webhooks: ${modeWords[settings.webhooks].name.toLowerCase()}</li>`}
              ${ordered.map((words) => html`<li>${words}</li>`)}
              ${settings.clockAheadMs === 0 ? blank : html`<li>The pretend clock is ${spanWords(settings.clockAheadMs)} ahead</li>`}
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
          ${modes.map(
            (mode) =>
              html`<label class="choice">
                <input
                  type="radio"
                  name="mode"
                  value="${mode}"
                  ${mode === webhooks ? html`checked` : blank}
                />
                <span><b>${modeWords[mode].name}</b> <span>${modeWords[mode].means}</span></span>
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

function faultTool({ faults, outcomes }: SandboxSettings, said: Html): Html {
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
            ${providerSelect('fault-provider')}
            ${select('fault-purpose', 'purpose', 'Call', purposes, purposeWords)}
          </div>
          ${select('fault-kind', 'fault', 'What happens', faultNames, faultWords)}
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
        faults.length + outcomes.length === 0
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
            ${providerSelect('outcome-provider')}
            ${select('outcome-kind', 'outcome', 'How it goes', ['declined', 'pending'], outcomeWords)}
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
  return html`<form method="post" action="${ACTION_PATH}/${action}">${content}</form>`;
}

function providerSelect(id: string): Html {
  return select(id, 'provider', 'Provider', ['stripe', 'paypal'], providerNames);
}

function select<Value extends string>(
  id: string,
  name: string,
  label: string,
  values: readonly Value[],
  words: Record<Value, string>,
): Html {
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <select id="${id}" name="${name}">
      ${values.map((value) => html`<option value="${value}">${words[value]}</option>`)}
    </select>
  </div>`;
}

import { counted } from '#server/counted.ts';
import { timestamp } from '#server/identity.ts';
import { act } from '#server/operations/act.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import { type Command, command, field } from '#organiser/command.ts';
import { CommandError } from '#organiser/command-context.ts';
import { endpointsOf } from './endpoints.ts';
import { NotAccepted, postWebhook } from './post-webhook.ts';
import { reviveWebhooks, stateOfEndpoints } from './webhook-messages.ts';

const SUBJECT = { subject: 'Lists and files', right: 'Server' } as const;

const webhooks = command({
  name: 'webhooks',
  before: 'report',
  title: 'Webhooks to other programs',
  summary: 'Lists the endpoints with the number of messages that wait and that were given up.',
  ...SUBJECT,
  async report({ payments: { db }, content, env }) {
    const states = new Map((await stateOfEndpoints(db)).map((state) => [state.name, state]));
    const named = endpointsOf(content, env);
    const names = new Set([...named.map(({ name }) => name), ...states.keys()]);
    const facts = [...names].map((name) => {
      const one = named.find((each) => each.name === name);
      const { waiting = 0, givenUp = 0, lastTrouble } = states.get(name) ?? {};
      const trouble = one
        ? 'trouble' in one
          ? one.trouble
          : undefined
        : 'conference.yaml no longer names it';
      return { name, events: one?.events ?? [], waiting, givenUp, trouble, lastTrouble };
    });
    return {
      facts,
      lines: facts.map(({ name, events, waiting, givenUp, trouble, lastTrouble }) => {
        const why = [trouble, lastTrouble].filter((words) => words !== undefined).join('; ');
        const counts = `waiting ${waiting}, given up ${givenUp}`;
        return `${name}  ${counts}${why === '' ? '' : ` (${why})`}: ${events.join(', ')}`;
      }),
      none: 'conference.yaml has no webhooks.',
    };
  },
});

const retryWebhooks = command({
  name: 'webhooks',
  when: '--retry',
  id: 'retry-webhooks',
  title: 'Send webhooks again',
  summary:
    'Sends all messages again that were given up for an endpoint, or one message by its id from the list, also one that was accepted. Each keeps its id.',
  ...SUBJECT,
  fields: { what: field('text', '--retry NAME', 'Endpoint or message') },
  asksProviders: false,
  async plan(context, { what }) {
    const { db } = context.payments;
    const id = what.replace(/^msg_/, '');
    const message = await db
      .selectFrom('webhook_messages')
      .select(['endpoint', 'type', 'sent_at', 'dead_at'])
      .where('id', '=', id)
      .executeTakeFirst();
    const state = (await stateOfEndpoints(db)).find(({ name }) => name === what);
    if (!message && (state?.givenUp ?? 0) === 0) {
      throw new ActionImpossible(`No message with the id “${what}”, and none to it was given up.`);
    }
    if (message && message.sent_at === null && message.dead_at === null) {
      throw new ActionImpossible('The message still waits, and is sent by itself.');
    }
    const words = message
      ? `the message “${message.type}” to ${message.endpoint}`
      : `${counted(state?.givenUp ?? 0, 'message')} to ${what}`;
    return {
      words: [`The server would send ${words} again.`],
      button: message
        ? 'Send the message again'
        : `Send ${counted(state?.givenUp ?? 0, 'message')}`,
      async perform() {
        const count = await act(context, async ({ tx, record }) => {
          const revived = await reviveWebhooks(tx, message ? { id } : { endpoint: what });
          await record({ action: 'webhooks', words: `sends ${words} again` });
          return revived;
        });
        return [`${counted(count, 'message')} will be sent again by the server.`];
      },
    };
  },
});

const testWebhook = command({
  name: 'webhooks',
  when: '--test',
  id: 'test-webhook',
  title: 'Test a webhook',
  summary: 'Sends a message of the type “test” to an endpoint at once, and says what it answers.',
  exitsWith1: 'if it is not accepted',
  ...SUBJECT,
  fields: { name: field('text', '--test NAME', 'Endpoint') },
  async work({ content, env, payments }, { name }, print) {
    const endpoint = endpointsOf(content, env).find((one) => one.name === name);
    if (!endpoint) throw new CommandError(`conference.yaml has no webhook “${name}”.`);
    if ('trouble' in endpoint) throw new CommandError(`${name}: ${endpoint.trouble}.`);
    const now = payments.clock();
    const body = JSON.stringify({ type: 'test', timestamp: timestamp(now), data: {} });
    try {
      await postWebhook(endpoint, { id: `msg_test${payments.newId()}`, body, now });
    } catch (error) {
      if (!(error instanceof NotAccepted)) throw error;
      throw new CommandError(`${name} did not accept the message: ${error.message}.`);
    }
    await print(`${name} accepted the message.\n`);
  },
});

export const commands: readonly Command[] = [webhooks, retryWebhooks, testWebhook];

import type { FastifyPluginAsync } from 'fastify';
import * as z from 'zod/mini';
import { countryNames } from '#contract/countries.ts';
import { ActionImpossible, NotUnderstood, type Plan } from '#server/operations/plan.ts';
import { column } from '#server/reports/define-list.ts';
import type { Value } from '#server/reports/list-cells.ts';
import { type Field, field } from '#organiser/command.ts';
import type { Form } from '#organiser/dashboard/actions.ts';
import { deskCalls } from './desk-calls.ts';
import { answerOrganiser, planCalls } from '#organiser/dashboard/api.ts';
import type { OffLineDesk } from './off-line-desk.ts';
import type { Conference } from '#organiser/dashboard/read-pages.ts';

const text = z.string().check(z.trim(), z.maxLength(300));
const Of = z.object({ person: z.string() });
const Note = z.extend(Of, { words: text.check(z.minLength(1)) });
const WalkIn = z.object({
  name: text.check(z.minLength(1)),
  email: z._default(text, ''),
  institute: z._default(text, ''),
  country: z._default(text, ''),
  type: text,
  cash: z._default(text, ''),
  words: z._default(text, ''),
});

/** The calls of the page for a desk without a network. They have the form of those of api.ts. */
export function offLineCalls(desk: OffLineDesk): FastifyPluginAsync {
  const { pack, laptop } = desk;
  const planners = new Map<string, (request: unknown) => Plan>([
    ['note', (request) => desk.planNote(read(Note, request))],
    ['walk-in', (request) => desk.planWalkIn(read(WalkIn, request))],
  ]);
  const conference: Omit<
    Conference,
    'currency' | 'lists' | 'rights' | 'isColleague' | 'unusedPages'
  > = {
    name: pack.conference.name,
    timeZone: pack.conference.timeZone,
    mode: 'live',
    actor: laptop,
    deskUntil: pack.until,
  };

  return async (app) => {
    answerOrganiser(app);
    await app.register(deskCalls(async () => desk));
    app.get('/conference', async () => conference);
    app.get('/things', async () => []);
    app.get('/forms', async () => formsOf(pack.types, pack.conference.currency));
    app.get('/listings/participants', async (_, reply) => {
      const lines = [head, rowsOf(desk)].map((line) => `${JSON.stringify(line)}\n`);
      return reply.type('application/x-ndjson; charset=utf-8').send(lines.join(''));
    });
    planCalls(app, {
      async planOf({ action, request }) {
        const plan = planners.get(action)?.(request);
        if (!plan) throw new ActionImpossible('A desk without a network cannot do this.');
        return plan;
      },
    });
  };
}

function read<T>(schema: z.ZodMiniType<T>, request: unknown): T {
  const { data } = schema.safeParse(request);
  if (data === undefined) throw new NotUnderstood('This form could not be read.');
  return data;
}

const columns = [
  column.text('name', 'Name', none),
  column.text('institute', 'Institute', none),
  column.text('type', 'Presentation type', none),
  column.text('reference', 'Reference', none),
  column.state('state', 'State', none),
  column.time('checked-in', 'Checked in', none),
  column.text('notes', 'Notes', none),
].map((each) => ({ ...each, filters: false, isShown: true, isNarrow: true }));
const head = { heading: 'Participants', leadsTo: undefined, columns };

function none(): undefined {}

/** The rows of the list, and those of people who were not in it. */
function rowsOf(desk: OffLineDesk): Value[][] {
  return [
    ...desk.pack.people.map((person) => {
      const { key, name, institute, type, reference, state } = person;
      const notes = desk.notesOf(person).join('; ');
      const since = desk.checkedInAt(person) ?? null;
      return [key, name, institute, type, reference, state, since, notes];
    }),
    ...desk.walkIns().map(({ name, institute, type, cash, words, at }) => {
      const notes = [cash && `cash: ${cash}`, words].filter(Boolean).join('; ');
      return ['', name, institute, type, '', 'WALK_IN', at, notes];
    }),
  ];
}

function formsOf(types: readonly string[], currency: string): Form[] {
  const person = field('text', 'PERSON', 'Person');
  const cash = field('text', '--cash TEXT', `Money taken in cash (${currency})`, {
    otherwise: 'none',
  });
  const words = field('text', '--words TEXT', 'Note', { otherwise: 'none' });
  return [
    form('note', 'Note', {
      person,
      words: field('text', '--words TEXT', 'Note', { hint: 'such as money that you took' }),
    }),
    form('walk-in', 'Note somebody who is not in the list', {
      name: field('text', '--name "NAME"', 'Name'),
      email: field('email', '--email ADDRESS', 'Email', {
        hint: 'the registration needs it',
        otherwise: 'none',
      }),
      institute: field('text', '--institute TEXT', 'Institute', { otherwise: 'none' }),
      country: field('country', '--country TEXT', 'Country', {
        choices: countryNames.map((country) => ({ value: country, label: country })),
        otherwise: 'none',
      }),
      type: field('choice', '--type', 'Presentation type', {
        choices: types.map((label) => ({ value: label, label })),
      }),
      cash,
      words,
    }),
  ];
}

function form(action: string, title: string, fields: Record<string, Field>): Form {
  return {
    action,
    title,
    summary: title,
    subject: undefined,
    gives: 'plan',
    fields: Object.entries(fields).map(([name, each]) => ({
      ...each,
      name,
      choices: each.choices ?? [],
    })),
  };
}

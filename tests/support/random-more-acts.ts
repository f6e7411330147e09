import { sql } from 'kysely';
import { readEnv } from '#server/config/env.ts';
import { features } from '#server/features.ts';
import type { Dice } from './dice.ts';
import { fieldsOf, openPage, sendForm } from './own-page.ts';
import { checked, oneOf, serverOf, type WeightedAct, type World } from './random-world.ts';
import type { TestServer } from './test-server.ts';

type Form = World['shownForms'][number];

/** Acts of people with a place who wait for more, and name their companions; `send` sends a form of a change and pays. */
export function moreActs(
  world: World,
  dice: Dice,
  { pageOf, send }: { pageOf: () => Promise<string>; send: (form: Form) => Promise<void> },
): WeightedAct[] {
  return [
    [4, 'wait for what is sold out', async () => waitFor(world, dice, await pageOf())],
    [3, 'offer free places', () => offerTwice(world)],
    [4, 'take or leave what is offered', () => takeOffered(world, dice, send)],
    [3, 'name companions', async () => nameCompanions(world, dice, await pageOf())],
  ];
}

async function waitFor(world: World, dice: Dice, page: string): Promise<void> {
  const server = serverOf(world, dice);
  const thing = oneOf(dice, ['room', ...server.content.prices.extras.map(({ id }) => id)]) ?? '';
  const fields = { act: 'ask', thing, count: String(1 + dice(2)) };
  const ask = async (at: TestServer) => checked(await sendForm(at, `${page}/waiting`, fields));
  await Promise.all([ask(server), ...(dice(3) === 0 ? [ask(world.beside)] : [])]);
}

/** The background job, on two servers at the same moment. */
async function offerTwice({ server, beside }: World): Promise<void> {
  await Promise.all([runJob(server), runJob(beside)]);
}

async function runJob(server: TestServer): Promise<void> {
  const { context, content, clock, organising, origin } = server;
  const jobs = features().flatMap(({ watch }) => watch?.jobs ?? []);
  const job = jobs.find(({ name }) => name === 'waiting-list');
  const sale = { content, clock: clock.now };
  const { mailLayout } = organising;
  const { uploads, store } = server.files;
  const deps = {
    context,
    content,
    mailLayout,
    sale,
    origin,
    env: readEnv({}),
    files: { uploads, store },
  };
  await job?.run(deps, AbortSignal.timeout(60_000));
}

/** Somebody with an offer takes it by the usual change, or passes it on. */
async function takeOffered(
  world: World,
  dice: Dice,
  send: (form: Form) => Promise<void>,
): Promise<void> {
  await offerTwice(world);
  const server = serverOf(world, dice);
  // The table is there without its feature, too.
  const { rows } = await sql<{ page_token: string }>`select p.page_token from waiting_list w
    join participants p on p.id = w.participant_id where w.state = 'OFFERED' order by w.id`.execute(
    server.db,
  );
  const one = oneOf(dice, rows);
  if (!one) return;
  const page = `/registration/${one.page_token}`;
  const { text } = checked(await openPage(server, `${page}/waiting`));
  const [form] = text.split('<form').filter((each) => each.includes(`action="${page}/change"`));
  const [end] = text.split('<form').filter((each) => each.includes('value="end"'));
  if (dice(4) === 0 && end) {
    checked(await sendForm(server, `${page}/waiting`, fieldsOf(`<form${end}`)));
  }
  if (!form) return;
  const path = `${page}/change`;
  const check = checked(await sendForm(server, path, fieldsOf(`<form${form}`)));
  const fields = fieldsOf(check.text);
  if (fields['amount'] !== undefined) await send({ path, fields });
}

async function nameCompanions(world: World, dice: Dice, page: string): Promise<void> {
  const server = serverOf(world, dice);
  const { text } = checked(await openPage(server, page));
  const [, part] = text.split('id="companions"');
  if (part === undefined) return;
  const form = fieldsOf(part);
  const names = Object.keys(form).filter((key) => key.endsWith('-name'));
  const typed = names.map((key) => [key, dice(3) ? `Companion ${dice(100)}` : ''] as const);
  const fields = { ...form, ...Object.fromEntries(typed) };
  const path = `${page}/companions`;
  await Promise.all([
    sendForm(server, path, fields),
    ...(dice(3) === 0 ? [sendForm(world.beside, path, fields)] : []),
  ]);
}

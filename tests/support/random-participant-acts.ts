import { press } from './a-group.ts';
import type { Dice } from './dice.ts';
import { fieldsOf, openPage, type PageAnswer, sendForm } from './own-page.ts';
import { moreActs } from './random-more-acts.ts';
import { openCheckout, payPage } from './random-visitor-acts.ts';
import { checked, oneOf, serverOf, type WeightedAct, WAYS, type World } from './random-world.ts';
import type { TestServer } from './test-server.ts';

const TYPES = ['speaker', 'poster', 'student', 'delegate'] as const;

/** Acts of participants and of payers of groups on their own pages. */
export function participantsActs(world: World, dice: Dice): WeightedAct[] {
  return [
    [6, 'change something on the own page', () => change(world, dice)],
    [2, 'cancel on the own page', () => cancel(world, dice)],
    [3, 'send a form that was opened before', () => sendLate(world, dice)],
    [2, 'let a participant use two tabs', () => useTwoTabs(world, dice)],
    [1, 'withdraw a change', () => withdrawChange(world, dice)],
    [6, 'let somebody else pay a part', () => divide(world, dice)],
    [2, 'take a part back', () => takePartBack(world, dice)],
    ...moreActs(world, dice, {
      pageOf: () => pageOf(world, dice),
      send: (form) => send(world, dice, form),
    }),
  ];
}

async function change(world: World, dice: Dice): Promise<void> {
  const server = serverOf(world, dice);
  const plan = await planned(server, dice, await pageOf(world, dice));
  if (!plan) return;
  if (dice(4) === 0) world.shownForms.push(plan);
  else await send(world, dice, plan);
}

async function cancel(world: World, dice: Dice): Promise<void> {
  const path = `${await pageOf(world, dice)}/cancel`;
  const fields = fieldsOf(checked(await openPage(serverOf(world, dice), path)).text);
  if (fields['version'] === undefined) return;
  if (dice(3) === 0) world.shownForms.push({ path, fields });
  else await send(world, dice, { path, fields });
}

async function sendLate(world: World, dice: Dice): Promise<void> {
  const at = dice(Math.max(1, world.shownForms.length));
  const [form] = world.shownForms.splice(at, 1);
  if (form) await send(world, dice, form);
}

/** Two changes of one person at the same moment, on two servers. */
async function useTwoTabs(world: World, dice: Dice): Promise<void> {
  const page = await pageOf(world, dice);
  const { server, beside } = world;
  const plans = [await planned(server, dice, page), await planned(beside, dice, page)];
  await Promise.all(
    plans.map(async (plan, at) => plan && sendOnce(at === 0 ? server : beside, plan)),
  );
}

async function withdrawChange(world: World, dice: Dice): Promise<void> {
  const server = serverOf(world, dice);
  const changes = await server.db
    .selectFrom('order_changes')
    .select(['id', 'order_id'])
    .where('state', '=', 'proposed')
    .orderBy('created_at')
    .execute();
  const one = oneOf(dice, changes);
  const page = one && (await pagesOf(server)).find(({ orderId }) => orderId === one.order_id);
  if (page) checked(await sendForm(server, `${page.path}/changes/${one.id}/withdraw`));
}

/** Chooses items that somebody else pays, sometimes in two windows; both payers often pay at once. */
async function divide(world: World, dice: Dice): Promise<void> {
  const server = serverOf(world, dice);
  // Most who registered have paid, or have ordered a single item.
  await openCheckout(world, dice);
  const unpaid = (await ownOrders(server)).filter(({ paid, parts }) => !paid && parts === 0);
  let one: (typeof unpaid)[number] | undefined;
  let text = '';
  for (const each of unpaid.toSorted(() => dice(3) - 1)) {
    ({ text } = checked(await openPage(server, `${each.path}/payers`)));
    one = each;
    if (text.includes('name="line-')) break;
  }
  const form = fieldsOf(text);
  if (!one || form['version'] === undefined) return;
  const path = `${one.path}/payers`;
  const lines = [...text.matchAll(/name="(line-\w+)"/g)].flatMap(([, name]) => name ?? []);
  const kept = oneOf(dice, lines);
  const chosen = lines.filter((name) => name !== kept && dice(3) > 0);
  const entries = { name: 'Accounts Payable', email: `accounts${dice(3)}@university.example` };
  const picked = Object.fromEntries(chosen.map((name) => [name, 'yes']));
  const fields = { ...form, ...picked, ...entries };
  await Promise.all([
    sendOnce(server, { path, fields }),
    ...(dice(3) === 0 ? [sendOnce(world.beside, { path, fields })] : []),
  ]);
  await payParts(world, dice, one.id);
}

/** Each payer of a divided registration pays, in a random order or at the same moment, or leaves it. */
async function payParts(world: World, dice: Dice, orderId: string): Promise<void> {
  const server = serverOf(world, dice);
  const found = (await ownOrders(server)).find(({ id }) => id === orderId);
  if (!found) return;
  const links = await server.db
    .selectFrom('payment_links')
    .innerJoin('order_items', 'order_items.order_id', 'payment_links.order_id')
    .innerJoin('order_items as divided', 'divided.priced_by', 'order_items.id')
    .select('payment_links.token')
    .where('divided.order_id', '=', orderId)
    .execute();
  const paths = [
    ...(dice(3) ? [`${found.path}/pay`] : []),
    ...(dice(3) ? links.slice(0, 1).map(({ token }) => `/pay/${token}`) : []),
  ];
  const payAll = paths.map((path) => async () => {
    const answer = await press(server, path, oneOf(dice, WAYS) ?? 'card');
    const url = answer.headers.get('location') ?? '';
    if (!url.startsWith('http')) return;
    world.urls.push(url);
    await payPage(url, dice);
    await fetch(`${server.origin}${path.replace(/\/pay$/, '')}/return`);
  });
  if (dice(2)) await Promise.all(payAll.map((pay) => pay()));
  else for (const pay of payAll) await pay();
}

async function takePartBack(world: World, dice: Dice): Promise<void> {
  const server = serverOf(world, dice);
  const page = oneOf(
    dice,
    (await ownOrders(server)).filter(({ parts }) => parts > 0),
  );
  if (!page) return;
  const { text } = checked(await openPage(server, page.path));
  const [path] = /\/registration\/\w+\/payers\/\w+/.exec(text) ?? [];
  if (path !== undefined) await sendOnce(server, { path, fields: {} });
}

/** The registrations of people themselves, with the number of items that somebody else pays. */
async function ownOrders({ db }: TestServer) {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('order_items', 'order_items.order_id', 'orders.id')
    .innerJoin('participants', 'participants.id', 'order_items.participant_id')
    .select(['orders.id', 'orders.paid_payment_id', 'participants.page_token'])
    .select(({ fn }) => fn.count('order_items.priced_by').as('parts'))
    .where('orders.offered_by', 'is', null)
    .where('orders.cancelled_at', 'is', null)
    .where('order_items.state', '=', 'booked')
    .groupBy(['orders.id', 'orders.paid_payment_id', 'participants.page_token'])
    .orderBy('orders.id')
    .execute();
  return rows.map(({ id, paid_payment_id: paid, page_token: token, parts }) => ({
    id,
    path: `/registration/${token}`,
    paid: paid !== null,
    parts: Number(parts),
  }));
}

type Form = World['shownForms'][number];

/** The second step of a change with random entries; undefined if the page has no form, or if the choice is refused. */
async function planned(server: TestServer, dice: Dice, page: string): Promise<Form | undefined> {
  const path = `${page}/change`;
  const form = fieldsOf(checked(await openPage(server, path)).text);
  if (form['version'] === undefined) return undefined;
  const wanted = {
    ...(dice(2) && { type: oneOf(dice, TYPES) ?? '' }),
    ...(dice(2) && { room: dice(2) ? 'yes' : 'no', nights: 1 + dice(3), guests: dice(2) }),
    ...Object.fromEntries(
      server.content.prices.extras.flatMap(({ id }) =>
        dice(2) ? [[`extra-${id}`, dice(3)] as const] : [],
      ),
    ),
  };
  const plan = checked(await sendForm(server, path, { ...form, ...wanted }));
  const fields = fieldsOf(plan.text);
  return fields['amount'] === undefined ? undefined : { path, fields };
}

/** Sends a form, sometimes twice at the same moment, and often pays what it costs. */
async function send(world: World, dice: Dice, form: Form): Promise<void> {
  const server = serverOf(world, dice);
  const isTwice = dice(4) === 0;
  const [{ location } = { location: '' }] = await Promise.all([
    sendOnce(server, form),
    ...(isTwice ? [sendOnce(world.beside, form)] : []),
  ]);
  if (!location.includes('/changes/') || dice(4) === 0) return;
  const answer = await press(server, location, oneOf(dice, WAYS) ?? 'card');
  const url = answer.headers.get('location') ?? '';
  if (!url.startsWith('http')) return;
  world.urls.push(url);
  await payPage(url, dice);
  if (dice(3)) await fetch(`${server.origin}${location}/return`);
}

async function sendOnce(server: TestServer, { path, fields }: Form): Promise<PageAnswer> {
  return checked(await sendForm(server, path, fields));
}

async function pageOf({ server }: World, dice: Dice): Promise<string> {
  const pages = await pagesOf(server);
  const page = oneOf(dice, pages);
  if (!page) return '/registration/00000000000000000000000000';
  const people = page.isOfGroup ? await peopleOf(server, page.orderId) : [];
  const person = dice(4) ? oneOf(dice, people) : undefined;
  return person === undefined ? page.path : `${page.path}/people/${person}`;
}

/** The pages of payers: of groups, and of people who registered themselves. */
async function pagesOf({ db }: TestServer) {
  const rows = await db
    .selectFrom('orders')
    .leftJoin('order_items', (join) =>
      join
        .onRef('order_items.order_id', '=', 'orders.id')
        .on('order_items.kind', 'in', ['registration', 'agreed'])
        .on('order_items.state', '=', 'booked'),
    )
    .leftJoin('participants', 'participants.id', 'order_items.participant_id')
    .select(['orders.id', 'orders.page_token as payer', 'participants.page_token as own'])
    .orderBy('orders.created_at')
    .orderBy('participants.id')
    .execute();
  return rows.flatMap(({ id, payer, own }) => {
    const token = payer ?? own;
    return token === null
      ? []
      : [{ orderId: id, path: `/registration/${token}`, isOfGroup: payer !== null }];
  });
}

async function peopleOf({ db }: TestServer, orderId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('order_items')
    .select('participant_id')
    .distinct()
    .where('order_id', '=', orderId)
    .where('participant_id', 'is not', null)
    .orderBy('participant_id')
    .execute();
  return rows.flatMap(({ participant_id: id }) => id ?? []);
}

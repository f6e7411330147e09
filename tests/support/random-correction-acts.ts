import type { Dice } from './dice.ts';
import { fieldsOf, openPage, sendForm } from './own-page.ts';
import { checked, oneOf, serverOf, type WeightedAct, type World } from './random-world.ts';
import type { TestServer } from './test-server.ts';

/** Acts of participants and of payers of groups about the entries of people, on their own pages. */
export function correctionsActs(world: World, dice: Dice): WeightedAct[] {
  return [
    [3, 'correct the own details', () => correctDetails(world, dice)],
    [6, 'offer a place to a colleague', () => offerPlace(world, dice)],
    [8, 'confirm by a link', () => confirm(world, dice)],
    [2, 'confirm a link twice at once', () => confirmTwice(world, dice)],
    [1, 'withdraw a request while it is confirmed', () => withdraw(world, dice)],
  ];
}

async function correctDetails(world: World, dice: Dice): Promise<void> {
  const entries = dice(2)
    ? { institute: `Institute ${dice(1000)}` }
    : { name: world.newcomer().name };
  await actOnPage(serverOf(world, dice), `${await pageOf(world, dice)}/details`, entries);
}

/** An address alone is never changed: after an erasure of the former address the name would stay with the new one. */
async function offerPlace(world: World, dice: Dice): Promise<void> {
  const { name, email, phone, instituteOrUniversity: institute } = somebody(world, dice);
  const colleague = { name, email, phone, institute, country: 'Sweden' };
  await actOnPage(serverOf(world, dice), `${await pageOf(world, dice)}/hand-over`, colleague);
}

/** Somebody new, or somebody who perhaps has a place. */
function somebody(world: World, dice: Dice) {
  const known = dice(3) ? undefined : oneOf(dice, world.people);
  if (known) return known;
  const colleague = world.newcomer();
  world.people.push(colleague);
  return colleague;
}

async function confirm(world: World, dice: Dice): Promise<void> {
  const server = serverOf(world, dice);
  const path = await linkOf(world, dice);
  const page = checked(await openPage(server, path));
  checked(await sendForm(server, path, fieldsOf(page.text)));
}

async function confirmTwice(world: World, dice: Dice): Promise<void> {
  const path = await linkOf(world, dice);
  const fields = fieldsOf(checked(await openPage(world.server, path)).text);
  const both = [world.server, world.beside];
  await Promise.all(both.map(async (server) => checked(await sendForm(server, path, fields))));
}

async function withdraw(world: World, dice: Dice): Promise<void> {
  const { server, beside } = world;
  const path = await linkOf(world, dice);
  const page = await pageOf(world, dice);
  const fields = fieldsOf(checked(await openPage(server, path)).text);
  await Promise.all([
    sendForm(server, path, fields).then(checked),
    sendForm(beside, `${page}/withdraw-request`).then(checked),
  ]);
}

async function actOnPage(
  server: TestServer,
  path: string,
  entries: Record<string, string>,
): Promise<void> {
  const form = checked(await openPage(server, path));
  const check = checked(await sendForm(server, path, { ...fieldsOf(form.text), ...entries }));
  if (check.status === 200) checked(await sendForm(server, path, fieldsOf(check.text)));
}

/** A link in a mail, also one that was used before. */
async function linkOf({ server }: World, dice: Dice): Promise<string> {
  const rows = await server.db
    .selectFrom('address_confirmations')
    .select('token')
    .orderBy('created_at')
    .execute();
  return `/registration/confirm/${oneOf(dice, rows)?.token ?? NOBODY}`;
}

const NOBODY = '0'.repeat(26);

/** The page of a participant, of a group's payer, or of a payer for one person of the group. */
async function pageOf({ server: { db } }: World, dice: Dice): Promise<string> {
  const people = await db
    .selectFrom('participants')
    .select(['id', 'page_token'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const groups = await db
    .selectFrom('orders')
    .select('page_token')
    .where('page_token', 'is not', null)
    .orderBy('created_at')
    .execute();
  const person = oneOf(dice, people);
  const group = dice(3) === 0 ? oneOf(dice, groups) : undefined;
  if (!group) return `/registration/${person?.page_token ?? NOBODY}`;
  const page = `/registration/${group.page_token}`;
  return dice(3) && person ? `${page}/people/${person.id}` : page;
}

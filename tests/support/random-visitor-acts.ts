import { possibleCombination } from '#contract/content/combinations.ts';
import type { Prices } from '#contract/content.ts';
import { press } from './a-group.ts';
import type { Json } from './answer.ts';
import type { Dice } from './dice.ts';
import { NUMBERS } from './random-prices-of-persons.ts';
import { placesBeyond } from './order-differences.ts';
import {
  type WeightedAct,
  oneOf,
  PROVIDERS,
  serverOf,
  type Somebody,
  WAYS,
  type World,
} from './random-world.ts';
import type { TestServer } from './test-server.ts';
import { aCheckout, aPaypalRequest, chooseAt, payAt } from './visitor.ts';

const CARDS = [
  '4242424242424242',
  '4242424242424242',
  '4242424242424242',
  '4000000000000002',
  '4000000000000077',
] as const;
const CHOICES = ['pays', 'pays', 'pays', 'is-declined', 'stays-pending', 'cancel'] as const;
/** One number in three spellings, and another number. */
const PHONES = ['+46 8 5550 142', '+46-8-5550-142', '004685550142', '+46 8 5550 143'] as const;
const PRESENTATIONS = ['SPEAKER', 'POSTER', 'STUDENT'] as const;
const STAYS = [
  {},
  {},
  { registrationType: 'REGISTRATION_AND_ACCOMMODATION', nights: 1, guests: 0 },
  { registrationType: 'REGISTRATION_AND_ACCOMMODATION', nights: 2, guests: 1 },
] as const;

export function visitorsActs(world: World, dice: Dice): WeightedAct[] {
  return [
    [5, 'open a checkout', () => openCheckout(world, dice)],
    [
      2,
      'click twice',
      async () => {
        const same = await requestOf(world, dice, serverOf(world, dice));
        await Promise.all([same?.send(), same?.send()]);
      },
    ],
    [3, 'let two people take places at once', () => takePlacesAtOnce(world, dice)],
    [1, 'pay one order with both providers', () => payWithBoth(world, dice)],
    [2, 'open a checkout of an agreed amount', () => openAgreed(world, dice)],
    [5, 'press a button of a link', () => pressLink(world, dice)],
    [6, 'pay', () => pay(world, dice)],
    [4, 'come back', () => comeBack(world, dice)],
    [
      1,
      'pay two pages at once',
      async () => {
        await Promise.all([pay(world, dice), pay(world, dice)]);
        await Promise.all([comeBack(world, dice), comeBack(world, dice)]);
      },
    ],
    [
      1,
      'ask for the status of a payment',
      async () => {
        const ref = oneOf(dice, world.refs);
        if (ref?.startsWith('cs_')) {
          check(await serverOf(world, dice).get(`/api/payment/status/${ref}`));
        }
      },
    ],
  ];
}

/** Opens a payment page for one of the people, on either server. */
export async function openCheckout(world: World, dice: Dice): Promise<void> {
  await (await requestOf(world, dice, serverOf(world, dice)))?.send();
}

/** A checkout as the page sends it; undefined if the server has no price for the choice. */
async function requestOf(
  world: World,
  dice: Dice,
  server: TestServer,
  who = oneOf(dice, world.people) ?? world.newcomer(),
) {
  const phone = oneOf(dice, PHONES);
  const presentationType = oneOf(dice, PRESENTATIONS) ?? '';
  const extras = randomExtras(dice, server.content.prices, presentationType);
  const choice = {
    ...oneOf(dice, STAYS),
    presentationType,
    extras,
  };
  const somebody = spelled(dice, who);
  const provider = oneOf(dice, PROVIDERS) ?? 'stripe';
  const request = await aCheckout(server, choice, { ...somebody, ...(phone && { phone }) }).catch(
    () => undefined,
  );
  if (!request) return undefined;
  const membership =
    choice.presentationType === 'STUDENT' ? { membershipNumber: oneOf(dice, NUMBERS) } : {};
  return {
    provider,
    /** Sends the request to this provider, or to the other provider. */
    async send(by = provider) {
      const answer =
        by === 'stripe'
          ? await server.post(request.path, { ...request.body, ...membership })
          : await server.post('/api/payment/paypal/create', {
              ...aPaypalRequest(server, request),
              ...(extras.length > 0 && { extras }),
              ...membership,
            });
      remember(world, check(answer).json);
    },
  };
}

/** The extras that a visitor wants with a type: mostly those that can be had together, sometimes any. */
function randomExtras(dice: Dice, prices: Prices, type: string) {
  const presentation = prices.presentationTypes.find(({ pricing }) => pricing === type)?.id ?? '';
  const wanted = prices.extras.map(({ id }) => [id, dice(3) === 0 ? 1 + dice(2) : 0] as const);
  const choice = { presentation, extras: Object.fromEntries(wanted) };
  const { extras } = dice(8) ? possibleCombination(prices, choice) : choice;
  return Object.entries(extras)
    .map(([id, count]) => ({ id, count }))
    .filter(({ count }) => count > 0);
}

/** Two people without a place register at once. They never get more places than are left. */
async function takePlacesAtOnce(world: World, dice: Dice): Promise<void> {
  const two = [world.newcomer(), world.newcomer()];
  world.people.push(...two);
  const servers = [world.server, world.beside];
  const requests = await Promise.all(
    two.map((one, at) => requestOf(world, dice, servers[at] ?? world.server, one)),
  );
  await world.server.sandbox.control.settled();
  const before = await placesBeyond(world.server);
  await Promise.all(requests.map((request) => request?.send()));
  for (const [kind, count] of await placesBeyond(world.server)) {
    if (count > (before.get(kind) ?? 0)) throw new Error(`${count} places of ${kind} are taken`);
  }
}

/** A person pays with the second provider while the first is switched off, and then pays at the first page, too. */
async function payWithBoth(world: World, dice: Dice): Promise<void> {
  const { server, beside, urls, refs } = world;
  const one = world.newcomer();
  world.people.push(one);
  const request = await requestOf(world, dice, server, one);
  if (!request) return;
  const before = { urls: urls.length, refs: refs.length };
  await request.send();
  await server.restart({ without: request.provider });
  await request.send(request.provider === 'stripe' ? 'paypal' : 'stripe');
  const pages = urls.slice(before.urls).toReversed();
  for (const [at, ref] of refs.slice(before.refs).toReversed().entries()) {
    const url = pages[at] ?? '';
    if (url.includes('/stripe/')) await payAt(url, CARDS[0]);
    if (url.includes('/paypal/')) await chooseAt(url, 'pays');
    await comeBackTo(beside, ref);
  }
}

/** The same person, with the name typed in a hurry. */
function spelled(dice: Dice, somebody: Somebody): Somebody {
  return dice(5) ? somebody : { ...somebody, name: somebody.name.toUpperCase() };
}

function remember(world: World, json: Json): void {
  const url = json['url'] ?? json['approvalUrl'];
  if (url === undefined) return;
  world.urls.push(String(url));
  world.refs.push(String(json['sessionId'] ?? json['orderId']));
}

async function openAgreed(world: World, dice: Dice): Promise<void> {
  const server = serverOf(world, dice);
  const { email, name, ...person } = oneOf(dice, world.people) ?? world.newcomer();
  const amount = [105, 210][dice(2)];
  const common = {
    ...person,
    // With another number it is another order for the same amount.
    phone: dice(3) ? person.phone : '+46 8 5550 999',
    customerEmail: email,
    successUrl: `${server.origin}/payment-success?type=discount`,
    cancelUrl: `${server.origin}/discount-registration`,
  };
  const answer = dice(2)
    ? await server.post('/api/discounts/create-session', {
        ...common,
        name,
        productName: 'Discount registration',
        description: 'As agreed',
        orderReference: 'DISCOUNT-1764000000000',
        unitAmount: `${amount}.00`,
        quantity: 1,
        currency: 'eur',
      })
    : await server.post('/api/discounts/paypal/create', {
        ...common,
        customerName: name,
        amount,
        currency: 'EUR',
      });
  remember(world, check(answer).json);
}

async function pressLink(world: World, dice: Dice): Promise<void> {
  const server = serverOf(world, dice);
  const rows = await server.db
    .selectFrom('payment_links')
    .select('token')
    .orderBy('lapses_at')
    .execute();
  // The latest link is likelier than an older link.
  const token = (dice(2) ? rows.at(-1) : oneOf(dice, rows))?.token;
  if (token === undefined) return;
  const path = `/pay/${token}`;
  const answer = await press(server, path, oneOf(dice, WAYS) ?? 'card');
  check({ status: answer.status, text: await answer.text() });
  const url = answer.headers.get('location') ?? '';
  if (url.startsWith('http')) world.urls.push(url);
  if (dice(4) === 0) return;
  await payPage(url, dice);
  if (dice(3)) await fetch(`${server.origin}${path}/return`);
}

/** Pays at a page; the latest pages are likelier than older pages. */
export async function pay({ urls }: World, dice: Dice): Promise<void> {
  const url = dice(2) ? urls.at(-1 - dice(2)) : oneOf(dice, urls);
  await payPage(url ?? '', dice);
}

export async function payPage(url: string, dice: Dice): Promise<void> {
  if (url.includes('/stripe/')) {
    await (dice(4) ? payAt(url, oneOf(dice, CARDS)) : payByTransfer(url, dice));
  }
  if (url.includes('/paypal/')) await chooseAt(url, oneOf(dice, CHOICES));
}

/** The payer chooses a bank transfer, and sends all of it, a half, two halves, or nothing. */
async function payByTransfer(url: string, dice: Dice): Promise<void> {
  const send = (address: string, fields = {}) =>
    fetch(address, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
  await send(`${url}/customer_balance`);
  const details = url.replace('/pay/', '/transfer/');
  for (let times = dice(3); times > 0; times--) {
    await send(details, { sends: oneOf(dice, ['whole', 'part']) });
  }
}

export async function comeBack(world: World, dice: Dice): Promise<void> {
  const server = serverOf(world, dice);
  const ref = dice(2) ? world.refs.at(-1) : oneOf(dice, world.refs);
  if (ref !== undefined) await comeBackTo(server, ref);
}

async function comeBackTo(server: TestServer, ref: string): Promise<void> {
  const path = ref.startsWith('cs_')
    ? `/api/payment/update?sessionId=${ref}`
    : `/api/payment/paypal/capture/${ref}`;
  check(await server.post(path));
}

/** Every answer is a result or a refusal, never an error of our server. */
function check<T extends { status: number; text: string }>(answer: T): T {
  if (answer.status === 500) throw new Error(`answered 500: ${answer.text}`);
  return answer;
}

import { expect, test } from 'vitest';
import { drawEmblem } from '#documents/emblem.ts';
import { findParticipants } from '#server/orders/rows/participants.ts';
import { carriedOut } from '#tests/support/a-group.ts';
import { pathOf } from '#tests/support/own-page.ts';
import { makeEmblemPicture } from './emblem-picture.ts';
import { startTestSite } from '#tests/support/test-site.ts';

const server = await startTestSite();

async function open(owner: { pageToken: string }, path: string) {
  const answer = await fetch(`${server.origin}${pathOf(owner)}${path}`);
  const { status, headers } = answer;
  return { status, headers, bytes: new Uint8Array(await answer.arrayBuffer()) };
}

const pageOf = async (owner: { pageToken: string }) => (await server.openPage(pathOf(owner))).text;

const pictureOf = (text: string, name?: string) => makeEmblemPicture(server.content, text, name);

test('a confirmed registration has the emblem of its reference, and a picture without the name', async () => {
  const { order } = await server.paidRegistration();
  const page = await pageOf(order);
  const place = { x: 100, y: 100, radius: 100 };
  expect(page).toContain(drawEmblem(order.reference, place, 'honeycomb').line);
  expect(page).toContain(`/registration/${order.pageToken}/emblem.png?name=yes`);

  const { status, headers, bytes } = await open(order, '/emblem.png');
  expect(status).toBe(200);
  expect(bytes).toEqual(new Uint8Array(await pictureOf(order.reference)));
  expect(headers.get('content-type')).toBe('image/png');
  expect(headers.get('content-disposition')).toBe(
    'attachment; filename="polymer-summit-2026-emblem.png"',
  );
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-robots-tag')).toContain('noindex');
  expect((await open(order, '/emblem.png?name=no')).bytes).toEqual(bytes);
});

test('the picture has the name only if the visitor asks for it', async () => {
  const { order } = await server.paidRegistration();
  const named = await open(order, '/emblem.png?name=yes');
  expect(named.headers.get('content-disposition')).toBe(
    'attachment; filename="polymer-summit-2026-emblem-with-name.png"',
  );
  const [person] = await findParticipants(server.db, order.participantIds);
  expect(named.bytes).toEqual(new Uint8Array(await pictureOf(order.reference, person?.name)));
  expect(JSON.stringify(server.log)).not.toContain(order.pageToken);
});

test('each member of a group has an emblem of their own, and the payer has none', async () => {
  const { order, members } = await server.aPaidGroup(['Speaker', 'Poster']);
  const pictures = await Promise.all(members.map((member) => open(member, '/emblem.png')));
  expect(pictures.map(({ status }) => status)).toEqual([200, 200]);
  expect(new Set(pictures.map(({ bytes }) => Buffer.from(bytes).toString('base64'))).size).toBe(2);
  expect((await open(order, '/emblem.png')).status).toBe(404);
  expect(await pageOf(order)).not.toContain('emblem.png');
});

test('a place that is not confirmed has no emblem, neither before the payment nor after a cancellation', async () => {
  const { order, path } = await server.aGroup();
  const [member] = await findParticipants(server.db, order.participantIds);
  if (!member) throw new Error('the group has no members');
  expect((await open(member, '/emblem.png')).status).toBe(404);
  expect(await pageOf(member)).not.toContain('emblem.png');
  await server.payLink(path);
  expect((await open(member, '/emblem.png')).status).toBe(200);

  const { order: single } = await server.paidRegistration();
  const { reference } = single;
  await carriedOut(server.planCancellation({ reference, amount: '0' }));
  const answer = await open(single, '/emblem.png');
  expect(answer.status).toBe(404);
  expect(new TextDecoder().decode(answer.bytes)).not.toContain(reference);
  expect((await open({ pageToken: 'a'.repeat(26) }, '/emblem.png')).status).toBe(404);
});

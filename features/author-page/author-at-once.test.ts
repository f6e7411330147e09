import { expect, test } from 'vitest';
import { fieldsOf } from '#tests/support/own-page.ts';
import {
  conferenceAhead,
  contribution,
  newAbstract,
  ownAbstract,
  sendFile,
} from '#tests/support/own-abstract.ts';
import { aPdf } from '#tests/support/sample-files.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { filesByAbstract } from '#server/abstract/abstract-files.ts';

const server = await startTestSite({ content: conferenceAhead() });

test('a double click saves once, and the same entries again change nothing', async () => {
  const { path, token } = await newAbstract(server);
  const form = fieldsOf((await server.openPage(`${path}/contribution`)).text);
  const press = () => server.sendForm(`${path}/contribution`, { ...form, ...contribution });
  const both = await Promise.all([press(), press()]);
  expect(both.map(({ location }) => location)).toEqual([
    `${path}?done=saved`,
    `${path}?done=saved`,
  ]);
  const again = await server.fillIn(`${path}/contribution`, {});
  expect(again.location).toBe(`${path}?done=unchanged`);
  expect((await ownAbstract(server, token)).abstract.version).toBe(2);
});

test('with the same bytes changes nothing, also twice at once', async () => {
  const { path, id } = await newAbstract(server);
  const stored = async () => (await server.files.listStored()).length;
  const before = await stored();
  const bytes = aPdf(900, 'twice');
  const both = await Promise.all([
    sendFile(server, path, 'a.pdf', bytes),
    sendFile(server, path, 'b.pdf', bytes),
  ]);
  expect(both.map(({ location }) => location).toSorted()).toEqual([
    `${path}?done=fileReplaced`,
    `${path}?done=sameFile`,
  ]);
  expect((await sendFile(server, path, 'c.pdf', bytes)).location).toBe(`${path}?done=sameFile`);
  expect((await filesByAbstract(server.db, [id])).get(id)).toHaveLength(2);
  expect(await stored()).toBe(before + 1);
});

test('three presses withdraw once, and tell the secretary once', async () => {
  const { path, token } = await newAbstract(server);
  const press = () => server.sendForm(`${path}/withdraw`);
  await Promise.all([press(), press(), press()]);
  const { abstract } = await ownAbstract(server, token);
  expect(abstract.withdrawnAt).toBeDefined();
  const told = await server.mailsTo(server.content.conference.secretary.email);
  const { abstractWithdrawn } = server.content.mails.secretary;
  const about = `${abstractWithdrawn}, ${abstract.reference}`;
  expect(told.filter(({ subject }) => subject.endsWith(about))).toHaveLength(1);
});

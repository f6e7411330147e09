import { expect, test } from 'vitest';
import { MINUTE } from '#contract/time-spans.ts';
import { decide, newAbstract } from '#tests/support/own-abstract.ts';
import {
  acceptedAbstract,
  conferenceWithPages,
  publish,
  publishedContribution,
} from '#tests/support/published-contribution.ts';
import { startTestSite } from '#tests/support/test-site.ts';

const server = await startTestSite({ content: conferenceWithPages() });
const said = server.content.yourAbstract.website;

test('an organiser takes a page down with a reason, and shows it again', async () => {
  const own = await publishedContribution(server);
  expect((await server.openPage(own.address)).status).toBe(200);
  const words = await server.organise('takedown', own.reference, '--reason', 'A figure of others');
  expect(words).toContain('would be taken off the site');
  expect(words).toContain('The author gets a mail with the reason');
  expect((await server.openPage(own.address)).status).toBe(200);
  await server.organise('takedown', own.reference, '--reason', 'A figure of others', '--send');
  const mails = () => server.mailsAbout('abstract-taken-down', own.reference);
  expect(JSON.stringify(await mails())).toContain('A figure of others');
  server.clock.advance(MINUTE);
  const gone = await server.openPage(own.address);
  expect(gone.status).toBe(410);
  expect(gone.text).not.toMatch(/A figure of others|Väisänen/);
  const form = await server.openPage(own.form);
  expect(form.words).toContain(said.states.takenDown);
  expect(form.text).not.toContain('<textarea');
  expect((await publish(server, own.form)).status).toBe(409);
  expect(await server.organise('log', own.reference)).toContain('A figure of others');
  await expect(
    server.organise('takedown', own.reference, '--reason', 'Twice', '--send'),
  ).rejects.toThrow('is taken down already');
  await server.organise('takedown', own.reference, '--undo', '--yes');
  server.clock.advance(MINUTE);
  expect((await server.openPage(own.address)).status).toBe(200);
  const again = ['takedown', own.reference, '--reason', 'Again'];
  expect(await server.organise(...again)).toContain('Add --yes to take it down without a mail.');
  expect(await server.organise(...again, '--yes')).toContain('No mail is sent.');
  expect(await mails()).toHaveLength(1);
});

test('the list of pages says why a contribution has none', async () => {
  const shown = await publishedContribution(server);
  const silent = await acceptedAbstract(server);
  const ended = await publishedContribution(server);
  await server.sendForm(ended.form, { step: 'end' });
  const textless = await publishedContribution(server, { text: '' });
  const untold = await newAbstract(server);
  await decide(server, untold.id, 'ACCEPTED', false);
  const list = await server.organise('contributions');
  expect(list).toMatch(new RegExp(`${shown.reference} +SHOWN +Chains that heal`));
  expect(list).toMatch(new RegExp(`${silent.reference} +NO CONSENT`));
  expect(list).toMatch(new RegExp(`${ended.reference} +ENDED BY AUTHOR`));
  expect(list).toMatch(new RegExp(`${textless.reference} +SHOWN WITHOUT TEXT`));
  expect(list).toMatch(/NOT TOLD/);
});

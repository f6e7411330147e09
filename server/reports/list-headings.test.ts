import { expect, test } from 'vitest';
import type { Content } from '#contract/content.ts';
import { aForm } from '#tests/support/author.ts';
import { needsFeatures } from '#tests/support/has-feature.ts';
import { testContext } from '#tests/support/test-commands.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { listHeadings } from './lists.ts';

test('the menu has the lists that a conference uses, and those that have rows from before', async () => {
  needsFeatures('webhooks', 'bounces', 'cash');
  const server = await startTestSite();
  const context = testContext(server);
  const { content, env } = context;
  const conference = structuredClone(content.conference);
  // Their types go with the features.
  for (const key of ['cash', 'bankTransfer']) Reflect.deleteProperty(conference, key);
  const sessions = { sessions: [], interestAreas: [] };
  const small: Content = { ...content, sessions, conference };
  const names = async (of = small, settings = env) =>
    (await listHeadings({ ...context, content: of, env: settings })).map(({ name }) => name);
  const unused = 'webhooks bounces cash cash-counts transfers abstracts companions'.split(' ');
  expect(await names()).toEqual(expect.arrayContaining(['participants', 'payments', 'mails']));
  for (const name of unused) expect(await names()).not.toContain(name);
  const bounced = { ...env, BOUNCE_ADDRESS: 'bounces+*@conference.example' };
  expect(await names(small, bounced)).toContain('bounces');
  expect(await names(content)).toContain('abstracts');
  await server.submit({ form: aForm() });
  expect(await names()).toContain('abstracts');
});

import { expect } from 'vitest';
import { atOnce, test } from '#tests/support/at-once.ts';
import { findAbstract } from '#server/abstract/abstracts.ts';
import { planDecisions } from './decide-abstracts.ts';
import { planLetter } from '#features/letters/write-letter.ts';
import { conferenceAhead, decide, newAbstract, ownAbstract } from '#tests/support/own-abstract.ts';
import { testContext } from '#tests/support/test-commands.ts';
import { startTestSite } from '#tests/support/test-site.ts';

const server = await startTestSite({ content: conferenceAhead() });

async function planned(id: string, outcome: 'ACCEPTED' | 'REJECTED', isSending = true) {
  server.clock.advance(1000);
  const { reference = '' } = (await findAbstract(server.db, id)) ?? {};
  const decided = { outcome, presentation: 'Talk' };
  const decisions = [{ row: 1, reference, decided }];
  return planDecisions(testContext(server), { decisions, isSending });
}

async function letterOf(id: string, ...how: [outcome: 'ACCEPTED' | 'REJECTED', isSending?: false]) {
  await (await planned(id, ...how)).perform();
}

/** The letters about decisions to an address: “accepted waiting”, the oldest first. */
async function lettersTo(email: string) {
  const mails = await server.listMessages(10_000);
  return mails
    .filter(({ recipient, kind }) => recipient === email && kind === 'abstract-decided')
    .map(({ content, state }) => {
      const outcome = content.subject.includes('is accepted') ? 'accepted' : 'rejected';
      return `${outcome} ${state}`;
    })
    .toReversed();
}

test('a letter that waits does not go out after a withdrawal, and is written again after its undo', async () => {
  const { id, path, email } = await newAbstract(server);
  await letterOf(id, 'ACCEPTED');
  await server.sendForm(`${path}/withdraw`);
  expect(await lettersTo(email)).toEqual(['accepted withdrawn']);
  await server.sendForm(`${path}/restore`);
  await letterOf(id, 'ACCEPTED');
  expect(await lettersTo(email)).toEqual(['accepted withdrawn', 'accepted waiting']);
  await letterOf(id, 'ACCEPTED');
  expect(await lettersTo(email)).toHaveLength(2);
});

test.each([false, undefined] as const)(
  'a letter that waits does not go out after another decision, sent: %j',
  async (isSending) => {
    const { id, email } = await newAbstract(server);
    await letterOf(id, 'ACCEPTED');
    await letterOf(id, 'REJECTED', isSending);
    const letters = ['accepted withdrawn', ...(isSending === false ? [] : ['rejected waiting'])];
    expect(await lettersTo(email)).toEqual(letters);
  },
);

test.each(['the author', 'an organiser'])(
  'a letter that waits for the former address goes to the one that %s has corrected',
  async (who) => {
    const { id, token, path, email } = await newAbstract(server);
    await letterOf(id, 'ACCEPTED');
    const now = `now.${email}`;
    const { reference } = (await ownAbstract(server, token)).abstract;
    if (who === 'the author') await server.fillIn(`${path}/details`, { email: now });
    else await server.organise('correct', reference, '--email', now, '--yes');
    expect(await lettersTo(email)).toEqual(['accepted withdrawn']);
    expect(await lettersTo(now)).toEqual(['accepted waiting']);
    await letterOf(id, 'ACCEPTED');
    expect(await lettersTo(now)).toHaveLength(1);
  },
);

test('a letter to authors that waits goes to nobody who has withdrawn', async () => {
  const [stays, leaves] = [await newAbstract(server), await newAbstract(server)];
  for (const { id } of [stays, leaves]) await decide(server, id, 'ACCEPTED');
  const references = [];
  for (const { token } of [stays, leaves]) {
    references.push((await ownAbstract(server, token)).abstract.reference);
  }
  const file = 'Subject: Your slot\n\nDear {name}, please look at {own_link}.';
  const request = { file, selection: references.join(' '), isNews: false, mailsPerHour: Infinity };
  await (await planLetter(testContext(server), request)).perform();
  await server.sendForm(`${leaves.path}/withdraw`);
  const letters = (await server.listMessages(10_000)).filter(({ kind }) => kind === 'letter');
  const stateOf = (email: string) => letters.find(({ recipient }) => recipient === email)?.state;
  expect([stateOf(stays.email), stateOf(leaves.email)]).toEqual(['waiting', 'withdrawn']);
});

test('the letter goes to the address at the time of recording, and to nobody who has withdrawn', async () => {
  const [moved, withdrawn] = [await newAbstract(server), await newAbstract(server)];
  const plans = [await planned(moved.id, 'ACCEPTED'), await planned(withdrawn.id, 'ACCEPTED')];
  const { reference } = (await ownAbstract(server, moved.token)).abstract;
  await server.organise('correct', reference, '--email', `now.${moved.email}`, '--yes');
  await server.sendForm(`${withdrawn.path}/withdraw`);
  for (const plan of plans) await plan.perform();
  expect(await lettersTo(`now.${moved.email}`)).toEqual(['accepted waiting']);
  expect(await lettersTo(moved.email)).toEqual([]);
  expect(await lettersTo(withdrawn.email)).toEqual([]);
});

atOnce('an author who withdraws while the decisions are recorded gets no letter', async () => {
  const all = [await newAbstract(server), await newAbstract(server), await newAbstract(server)];
  const plans = await Promise.all(all.map(({ id }) => planned(id, 'ACCEPTED')));
  await Promise.all([
    ...plans.map((plan) => plan.perform()),
    ...all.map(({ path }) => server.sendForm(`${path}/withdraw`)),
  ]);
  for (const { id, email } of all) {
    expect((await findAbstract(server.db, id))?.withdrawnAt).toBeDefined();
    expect(await lettersTo(email)).not.toContain('accepted waiting');
  }
});

test('the mail about a withdrawal tells no decision before the letter does', async () => {
  const { id, token, email } = await newAbstract(server);
  await decide(server, id, 'ACCEPTED', false);
  const { reference } = (await ownAbstract(server, token)).abstract;
  await server.organise('withdraw', reference, '--send');
  const mails = await server.listMessages(10_000);
  const mail = mails.find(
    ({ recipient, kind }) => recipient === email && kind === 'abstract-answered',
  );
  expect(mail?.content.text).toContain(reference);
  expect(mail?.content.text).not.toContain('Talk');
});

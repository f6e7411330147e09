import { afterAll, expect, test } from 'vitest';
import { openOffice } from '#tests/support/office.ts';
import { startTestIssuer } from '#tests/support/test-issuer.ts';
import { startTestSite } from '#tests/support/test-site.ts';

const server = await startTestSite();
const issuer = await startTestIssuer();
afterAll(() => issuer.close());
const office = await openOffice(server, {
  ...issuer.settings,
  ORGANISER_OIDC_GROUPS: ['conference-office', 'deans'],
});
const { browser, invite, organise } = office;
type Browser = ReturnType<typeof browser>;

const mira = {
  sub: '17',
  email: 'mira@uni.example',
  email_verified: true,
  groups: ['deans', 'all'],
};

async function begun({ call }: Browser): Promise<string> {
  const { json } = await call('/enter/house', {});
  return String(json['address']);
}

/** Somebody goes to the login of the house and comes back. */
async function cameBack(own: Browser, claims: Record<string, unknown>) {
  return own.call('/enter/house-back', { query: issuer.logIn(await begun(own), claims) });
}

test('a colleague gets in by the login of the house, with the jobs of the conference', async () => {
  await invite('mira@uni.example', 'reader');
  const own = browser();
  expect((await own.call('/enter')).json).toMatchObject({ hasHouse: true });
  const address = new URL(await begun(own));
  expect(address.origin).toBe(issuer.origin);
  const asked = Object.fromEntries(address.searchParams);
  expect(asked).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    redirect_uri: 'https://office.conference.example/house',
    state: expect.stringMatching(/^.{40,}$/),
    nonce: expect.stringMatching(/^.{40,}$/),
  });
  const answer = await own.call('/enter/house-back', { query: issuer.logIn(address.href, mira) });
  expect(answer).toMatchObject({ status: 200, json: { name: 'Ada mira' } });
  expect(answer.set[0]).toMatch(/^__Host-plenary-session=.*; SameSite=Strict$/);
  expect((await own.call('/listings/participants')).status).toBe(200);
  expect((await own.call('/plan', { action: 'refund', request: {} })).status).toBe(403);
  expect(await organise('log')).toContain('log-in    by the login of the house');
});

test('nobody else gets in: no group, no colleague, an address that was not verified, or an ended access', async () => {
  await invite('bo@uni.example', 'reader');
  const bo = { ...mira, sub: '18', email: 'bo@uni.example' };
  for (const claims of [
    { ...bo, groups: ['all'] },
    { ...bo, groups: undefined },
    { ...bo, email_verified: false },
    { ...bo, email_verified: undefined },
    { ...bo, email: 'stranger@uni.example' },
    { ...bo, email: undefined },
  ]) {
    const { status, json } = await cameBack(browser(), claims);
    expect([claims, status]).toEqual([claims, 422]);
    expect(json['message']).toContain('The log-in was refused');
  }
  expect((await cameBack(browser(), bo)).status).toBe(200);
  await organise('colleague', 'end', 'bo@uni.example', '--yes');
  expect((await cameBack(browser(), bo)).status).toBe(422);
});

test('an address that the house gives to somebody else opens nothing', async () => {
  await invite('shared@uni.example', 'chair');
  const first = { ...mira, sub: '20', email: 'shared@uni.example' };
  expect((await cameBack(browser(), first)).status).toBe(200);
  expect((await cameBack(browser(), { ...first, sub: '21' })).status).toBe(422);
  // The first one has married, and gets in by the subject.
  expect((await cameBack(browser(), { ...first, email: 'other@uni.example' })).status).toBe(200);
});

test('an answer is for the browser that asked, once, and as it was asked', async () => {
  const own = browser();
  const address = await begun(own);
  const query = issuer.logIn(address, mira);
  // An attacker sends the own way back to a victim, who has asked for another.
  const victim = browser();
  expect((await victim.call('/enter/house-back', { query })).status).toBe(422);
  await begun(victim);
  expect((await victim.call('/enter/house-back', { query })).status).toBe(422);
  expect(
    (await own.call('/enter/house-back', { query: query.replace('state=', 'state=x') })).status,
  ).toBe(422);
  // The question is used up by the wrong answer.
  expect((await own.call('/enter/house-back', { query })).status).toBe(422);
  for (const odd of ['', '?error=access_denied', '?code=code-1', '?code=a&state=b&code=c']) {
    const other = browser();
    await begun(other);
    expect((await other.call('/enter/house-back', { query: odd })).status).toBe(422);
  }
});

test('a forged, foreign or old token of the house is refused', async () => {
  for (const forged of [
    { claims: { nonce: 'other' } },
    { claims: { aud: 'another-client' } },
    { claims: { iss: 'https://evil.example' } },
    { claims: { exp: 1_000_000_000 } },
    { signature: 'AAAA' },
  ]) {
    issuer.forge(forged);
    const { status } = await cameBack(browser(), mira);
    expect([forged, status]).toEqual([forged, 422]);
  }
  issuer.forge({});
  expect((await cameBack(browser(), mira)).status).toBe(200);
});

test('while the house is away, a passkey still opens, and later the house does again', async () => {
  const { call, passkey } = await office.colleague('pass@uni.example', 'reader');
  expect((await call('/conference')).status).toBe(200);
  const other = await openOffice(server, issuer.settings);
  issuer.away(true);
  const { status, json } = await other.browser().call('/enter/house', {});
  expect([status, json['message']]).toEqual([422, expect.stringContaining('does not answer')]);
  expect((await other.logIn(other.browser(), passkey)).status).toBe(200);
  issuer.away(false);
  expect((await other.browser().call('/enter/house', {})).status).toBe(200);
});

test('without an issuer there is no call for it', async () => {
  const without = await openOffice(server);
  const own = without.browser();
  expect((await own.call('/enter')).json).toMatchObject({ hasHouse: false });
  expect([401, 404]).toContain((await own.call('/enter/house', {})).status);
});

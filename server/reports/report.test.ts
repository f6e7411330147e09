import { expect, test } from 'vitest';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { figuresOf } from './figures.ts';
import { reportPage } from './report.ts';

test('a chart that leaves some out says how many it has, and names are whole', async () => {
  const server = await startTestSite();
  const figures = await figuresOf(server.db, fixtureContent);
  await server.close();
  const byCountry = Array.from({ length: 25 }, (_, at) => ({ label: `Country ${at}`, count: 1 }));
  const bySession = [{ label: 'Polymer Rheology and Processing', count: 2 }];
  const days = [{ day: '2026-05-29', registered: 25, paid: 0, paidCents: 0, refundedCents: 0 }];
  const page = reportPage(
    fixtureContent,
    { ...figures, byCountry, bySession, days } as typeof figures,
    { at: '2026-05-29 09:00', isTest: true },
  );
  expect(page).toContain('<p>20 of 25 countries</p>');
  expect(page).not.toContain('of 1 sessions');
  expect(page).toContain('>Polymer Rheology and Processing</span>');
});

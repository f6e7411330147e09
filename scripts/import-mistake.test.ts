import { describe, expect, test } from 'vitest';
import { importMistake } from './import-mistake.ts';

describe('allowed imports', () => {
  test.each([
    ['site/api.ts', '#contract/calls.ts'],
    ['site/home/hero.tsx', 'content:home'],
    ['site/home/home-page.tsx', './+types/home-page'],
    ['site/fonts.ts', '@fontsource-variable/newsreader/files/latin.woff2?url'],
    ['contract/money.ts', 'zod/mini'],
    ['contract/money.test.ts', 'node:fs'],
    ['server/registration/register.ts', '#server/payments/payment-context.ts'],
    ['server/registration/register.ts', '../identity.ts'],
    ['server/payments/stripe.ts', 'stripe'],
    ['server/payments/sync-payment.test.ts', '../testing/test-server.ts'],
    ['server/payments/sync-payment.test.ts', '#sandbox/sandbox.ts'],
    ['server/app.ts', './registration/registration-routes.ts'],
    ['server/main.ts', '../sandbox/sandbox.ts'],
    ['server/main.ts', './app.ts'],
    ['organiser/export.ts', '#server/registration/registrations.ts'],
    ['sandbox/stripe/sessions.ts', '../state.ts'],
    ['vite.config.ts', './scripts/content-plugin.ts'],
    ['server/main.test.ts', 'node:child_process'],
  ])('%s may import %s', (file, specifier) => {
    expect(importMistake(file, specifier)).toBeUndefined();
  });
});

describe('forbidden imports', () => {
  test.each([
    ['site/api.ts', '#server/env.ts', 'site may import itself, contract, not server/env.ts'],
    ['site/api.ts', 'node:fs', 'site runs in browsers'],
    [
      'contract/money.ts',
      '../site/api.ts',
      'contract may import nothing of the project but itself',
    ],
    ['contract/money.ts', 'zod', 'zod is for nobody: take zod/mini'],
    ['server/files/clamd.ts', 'node:child_process', 'nothing that a visitor sends'],
    ['server/http/errors.ts', 'vm', 'nothing that a visitor sends'],
    [
      'server/registration/register.ts',
      '../discount/discounts.ts',
      'have server/app.ts pass it in',
    ],
    ['server/registration/register.ts', '../app.ts', 'not server/app.ts'],
    [
      'server/payments/sync-payment.ts',
      '#server/registration/registrations.ts',
      'server/payments may',
    ],
    ['server/payments/sync-payment.ts', '../testing/test-server.ts', 'not server/testing'],
    ['server/database/tables.ts', '../payments/payments.ts', 'server/database may'],
    ['server/app.ts', '#sandbox/sandbox.ts', 'not sandbox/sandbox.ts'],
    ['server/app.ts', './main.ts', 'not server/main.ts'],
    ['server/payments/sync-payment.ts', 'stripe', 'provider.ts'],
    ['server/registration/register.ts', 'pg', 'pg is for server/database/**'],
    ['site/api.ts', 'kysely/migration', 'kysely/migration is for server/**'],
    ['sandbox/state.ts', '#contract/money.ts', 'sandbox may import nothing of the project'],
    ['organiser/main.ts', '#server/main.ts', 'not server/main.ts'],
    ['server/payments/sync-payment.ts', './payments', './payments needs its extension'],
    ['server/shipping/parcels.ts', 'node:fs', 'server/shipping/ has no row'],
    ['site/api.ts', '../../elsewhere.ts', 'not ../elsewhere.ts'],
  ])('%s may not import %s', (file, specifier, words) => {
    expect(importMistake(file, specifier)).toContain(words);
  });
});

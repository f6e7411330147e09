import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ApiCall } from '../sandbox/call-log.ts';
import type { Aim, Fault, Provider } from '../sandbox/faults.ts';
import type { Ledger } from '../sandbox/ledger.ts';
import type { Shop } from './crash-visitor.ts';
import { readSandbox, tellSandbox } from './sandbox-control.ts';

const PATHS = {
  stripe: { open: /sessions$/, look: /sessions\/[^/]+$/, capture: /^$/ },
  paypal: { open: /orders$/, look: /orders\/[^/]+$/, capture: /capture$/ },
};

export type CrashStage = ReturnType<typeof crashStage>;

/** What scenarios order from the pretend providers, and what they wait for. */
export function crashStage(dataDir: string, shop: Shop) {
  return {
    shop,
    /** How often a mail went out before the kill. */
    missedTheMoment: 0,

    async failNext(fault: Fault, times: number, aim: Aim): Promise<void> {
      await tellSandbox(dataDir, 'failNext', fault, times, aim);
    },

    /** Does something and waits until the server waits for a provider that does not answer. */
    async untilItHangs(
      provider: Provider,
      purpose: 'open' | 'look' | 'capture',
      act: () => void | Promise<void>,
    ): Promise<void> {
      const hanging = async () =>
        (await readSandbox<ApiCall[]>(dataDir, 'calls')).filter(
          ({ path, status }) => status === null && PATHS[provider][purpose].test(path),
        ).length;
      const before = await hanging();
      await act();
      await until(`${provider} hangs`, async () => (await hanging()) > before);
    },

    /** The providers' times are whole seconds, so they do not tell which of two is newer. */
    async recentCheckouts(): Promise<Set<string>> {
      const made = await readSandbox<{ id: string }[]>(dataDir, 'payments');
      return new Set(made.map(({ id }) => id));
    },

    async countCharges(): Promise<number> {
      return Object.values(await readSandbox<Ledger>(dataDir, 'ledger')).flat().length;
    },

    confirmationsTo(email: string): number {
      let names: string[] = [];
      try {
        names = readdirSync(join(dataDir, 'mail')).filter((name) => name.endsWith('.eml'));
      } catch {
        // No mail was sent yet.
      }
      const texts = names.map((name) => readFileSync(join(dataDir, 'mail', name), 'utf8'));
      // Only this one of the mails to a payer has the calendar attached.
      return texts.filter(
        (text) => text.includes(`To: ${email}`) && text.includes('conference.ics'),
      ).length;
    },
  };
}

/** Waits until a condition holds, and fails after a time limit. */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  patienceMs = 20_000,
): Promise<void> {
  const end = Date.now() + patienceMs;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`timed out: ${what}`);
    await pause(20);
  }
}

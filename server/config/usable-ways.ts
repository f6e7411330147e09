import type { Content } from '#contract/content.ts';
import { formWays, type Way } from '#contract/content/ways.ts';
import { type Env, SettingError } from './env.ts';
import { isSandboxed } from './payment-mode.ts';

type Facts = Pick<Content, 'conference' | 'prices'>;

/** The ways to pay that the built pages offer, and for which there are no keys. */
export function waysWithoutKeys(env: Env, { conference, prices }: Facts): Way[] {
  if (isSandboxed(env)) return [];
  const keys = { card: env.STRIPE_SECRET_KEY, paypal: env.PAYPAL_CLIENT_ID, transfer: '' };
  return formWays(conference, prices.currency).filter((way) => keys[way] === undefined);
}

/** Throws if the forms offer no way to pay for which there are keys. */
export function refuseWithoutWays(env: Env, content: Facts): void {
  const offered = formWays(content.conference, content.prices.currency);
  if (waysWithoutKeys(env, content).length < offered.length) return;
  throw new SettingError(
    `The forms offer ${offered.join(' and ')}, for which no keys are set: set them, or add transfer to ways in conference.yaml.`,
  );
}

import type { Content } from '#contract/content.ts';
import { formWays, offeredWays, type Way } from '#contract/content/ways.ts';
import { type Env, SettingError } from './env.ts';
import { isSandboxed } from './payment-mode.ts';

type Facts = Pick<Content, 'conference' | 'prices'>;

/** The ways to pay that the built pages offer, and for which there are no keys. */
export function waysWithoutKeys(env: Env, { conference, prices }: Facts): Way[] {
  return formWays(conference, prices.currency).filter((way) => !isUsable(env, way));
}

/** The ways to pay that the conference offers anywhere, and for which there are keys. */
export function usableWays(env: Env, { conference, prices }: Facts): Way[] {
  return offeredWays(conference, prices.currency).filter((way) => isUsable(env, way));
}

function isUsable(env: Env, way: Way): boolean {
  const keys = { card: env.STRIPE_SECRET_KEY, paypal: env.PAYPAL_CLIENT_ID, transfer: '' };
  return isSandboxed(env) || keys[way] !== undefined;
}

/** Throws if the forms offer no way to pay for which there are keys. */
export function refuseWithoutWays(env: Env, content: Facts): void {
  const offered = formWays(content.conference, content.prices.currency);
  if (waysWithoutKeys(env, content).length < offered.length) return;
  throw new SettingError(
    `The forms offer ${offered.join(' and ')}, for which no keys are set: set them, or add transfer to ways in conference.yaml.`,
  );
}

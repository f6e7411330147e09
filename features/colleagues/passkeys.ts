import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { isoBase64URL, isoUint8Array } from '@simplewebauthn/server/helpers';
import type { Tx } from '#server/database/database.ts';
import { firstRow, wroteOne } from '#server/database/queries.ts';
import { timestamp } from '#server/identity.ts';
import type { Colleague, Deps } from './colleagues.ts';

export type Place = { origin: string; conference: string };

/** A passkey is bound to the host: a page of another host cannot ask for it. */
const hostOf = ({ origin }: Place) => new URL(origin).hostname;

export function passkeysOf({ db }: Pick<Deps, 'db'>, colleagueId: string) {
  return db
    .selectFrom('colleague_passkeys')
    .select(['id', 'name', 'created_at as createdAt', 'used_at as usedAt'])
    .where('colleague_id', '=', colleagueId)
    .orderBy('created_at')
    .execute();
}

/** EdDSA, ES256 and RS256. Node warns at each start about newer ones. */
const ALGORITHMS = [-8, -7, -257];

/** The question to the browser for a new passkey. The device has to check its user: a finger, a face or a PIN. */
export async function optionsForPasskey(deps: Deps, place: Place, colleague: Colleague) {
  const known = await passkeysOf(deps, colleague.id);
  return generateRegistrationOptions({
    rpName: place.conference,
    rpID: hostOf(place),
    userName: colleague.email,
    userDisplayName: colleague.name,
    userID: isoUint8Array.fromUTF8String(colleague.id),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

type NewPasskey = { id: string; publicKey: string; counter: number };

/** The passkey in an answer of the browser; undefined if anything in it is wrong. */
export async function readPasskey(
  place: Place,
  challenge: string,
  response: unknown,
): Promise<NewPasskey | undefined> {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      // The package checks what it reads of it.
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: place.origin,
      expectedRPID: hostOf(place),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified || !registrationInfo.userVerified) return undefined;
    const { id, publicKey, counter } = registrationInfo.credential;
    return { id, publicKey: isoBase64URL.fromBuffer(publicKey), counter };
  } catch {
    return undefined;
  }
}

export async function writePasskey(
  tx: Tx,
  { id, publicKey, counter }: NewPasskey,
  { colleague, name, now }: { colleague: Colleague; name: string; now: string },
): Promise<boolean> {
  return tx
    .insertInto('colleague_passkeys')
    .values({
      id,
      colleague_id: colleague.id,
      public_key: publicKey,
      counter,
      name,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .$call(wroteOne);
}

/** The question to the browser for a log-in. It names no passkey, so that nobody learns who works here. */
export function optionsForLogIn(place: Place) {
  return generateAuthenticationOptions({
    rpID: hostOf(place),
    userVerification: 'required',
    allowCredentials: [],
  });
}

/** `isCopied`: the counter of the device went back, so two devices have the key. */
export type Proof =
  | { colleagueId: string; passkeyId: string; passkey: string }
  | { refusal: string; colleagueId?: string; isCopied?: true };

/** The colleague whose passkey has signed the challenge of this browser. */
export async function readProof(
  { db, clock }: Deps,
  place: Place,
  challenge: string,
  response: unknown,
): Promise<Proof> {
  const id = idIn(response);
  const known = await db
    .selectFrom('colleague_passkeys')
    .selectAll()
    .where('id', '=', id)
    .$call(firstRow((row) => row));
  if (!known) return { refusal: 'an unknown passkey' };
  const { colleague_id: colleagueId, public_key: publicKey, name } = known;
  const verified = await verifyAuthenticationResponse({
    // The package checks what it reads of it.
    response: response as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: place.origin,
    expectedRPID: hostOf(place),
    requireUserVerification: true,
    // The package would say only in words that the counter went back.
    credential: { id, publicKey: isoBase64URL.toBuffer(publicKey), counter: 0 },
  }).catch(() => undefined);
  if (!verified?.verified || !verified.authenticationInfo.userVerified) {
    return { refusal: 'a wrong signature, another origin, or no check of the user', colleagueId };
  }
  const { newCounter } = verified.authenticationInfo;
  const isCounted = await db
    .updateTable('colleague_passkeys')
    .set({ counter: newCounter, used_at: timestamp(clock()) })
    .where('id', '=', id)
    // Many devices count nothing, and always say 0.
    .where((where) =>
      newCounter === 0 ? where('counter', '=', 0) : where('counter', '<', newCounter),
    )
    .$call(wroteOne);
  if (!isCounted) {
    return { refusal: `a copy of the passkey “${name}”`, colleagueId, isCopied: true };
  }
  return { colleagueId, passkeyId: id, passkey: name };
}

function idIn(response: unknown): string {
  const id = typeof response === 'object' && response !== null && 'id' in response && response.id;
  return typeof id === 'string' ? id : '';
}

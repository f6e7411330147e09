import * as z from 'zod/mini';
import type { Clock } from '../clock.ts';
import { randomId } from '../random-id.ts';
import { failed, refusedByOauth } from './paypal-errors.ts';

const NINE_HOURS = 9 * 60 * 60;

type AccessTokensOptions = { clientId: string; clientSecret: string; clock: Clock };

export type AccessTokens = ReturnType<typeof accessTokens>;

const grantParameters = z.object({ grant_type: z._default(z.string(), '') });

/** Tokens exist in memory only: the sandbox forgets them after their lifetime and at a restart. */
export function accessTokens({ clientId, clientSecret, clock }: AccessTokensOptions) {
  const expiries = new Map<string, number>();
  let lifetime = NINE_HOURS;

  function forgetExpired(): void {
    for (const [token, expiry] of expiries) if (expiry <= clock.seconds()) expiries.delete(token);
  }

  return {
    /** Issues a token for the right id and secret. */
    grant(authorization: string, sent: unknown): object {
      if (credentialsIn(authorization) !== `${clientId}:${clientSecret}`)
        throw refusedByOauth(401, 'invalid_client', 'Client Authentication failed');
      if (z.parse(grantParameters, sent).grant_type !== 'client_credentials')
        throw refusedByOauth(400, 'unsupported_grant_type', 'Grant Type is not supported');
      forgetExpired();
      const token = randomId('A21AA', 92);
      expiries.set(token, clock.seconds() + lifetime);
      return {
        access_token: token,
        token_type: 'Bearer',
        expires_in: lifetime,
      };
    },
    check(authorization: string): void {
      const [scheme = '', token = ''] = authorization.split(' ');
      if (scheme.toLowerCase() !== 'bearer' || token === '') throw failed(401);
      forgetExpired();
      if (!expiries.has(token))
        throw refusedByOauth(
          401,
          'invalid_token',
          'The token passed in was not found in the system',
        );
    },
    setLifetime(seconds: number): void {
      lifetime = seconds;
    },
  };
}

function credentialsIn(authorization: string): string {
  const [scheme = '', value = ''] = authorization.split(' ');
  return scheme.toLowerCase() === 'basic' ? Buffer.from(value, 'base64').toString('utf8') : '';
}

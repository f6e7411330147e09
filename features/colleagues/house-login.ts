import * as client from 'openid-client';
import type { Db } from '#server/database/database.ts';
import { firstRow, wroteOne } from '#server/database/queries.ts';
import { asColleague, type Colleague, findColleague } from './colleagues.ts';

/** The house's own login: a server that speaks OpenID Connect. */
export type House = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Only people in one of these groups get in; empty: everybody who is a colleague. */
  groups: readonly string[];
};

/** The browser that began a log-in has these, and no other. */
export type HouseSecrets = { state: string; nonce: string; verifier: string };

export function createHouseLogin(house: House, origin: string) {
  const redirect = `${origin}/house`;
  let known: Promise<client.Configuration> | undefined;

  /** Asks the issuer once for its addresses and keys; after a failure, again. */
  function discovered(): Promise<client.Configuration> {
    known ??= client
      .discovery(
        new URL(house.issuer),
        house.clientId,
        undefined,
        client.ClientSecretPost(house.clientSecret),
        {
          timeout: 10,
          execute: [
            // The signature of the token is checked, too, although it comes by TLS.
            client.enableNonRepudiationChecks,
            // A trial on one machine has no certificate.
            ...(isOnThisMachine(house.issuer) ? [client.allowInsecureRequests] : []),
          ],
        },
      )
      .catch((error: unknown) => {
        known = undefined;
        throw error;
      });
    return known;
  }

  return {
    /** The address of the issuer's page, and the secrets that its answer needs. */
    async begin(): Promise<{ address: string; secrets: HouseSecrets }> {
      const config = await discovered();
      const verifier = client.randomPKCECodeVerifier();
      const secrets = { verifier, state: client.randomState(), nonce: client.randomNonce() };
      const address = client.buildAuthorizationUrl(config, {
        redirect_uri: redirect,
        scope: 'openid email profile',
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return { address: address.href, secrets };
    },

    /** The claims about the one who has come back; undefined if the answer is not that of the issuer to this browser. */
    async finish(
      query: string,
      { verifier, state, nonce }: HouseSecrets,
    ): Promise<Claims | undefined> {
      const config = await discovered();
      try {
        const tokens = await client.authorizationCodeGrant(config, new URL(`${redirect}${query}`), {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) return undefined;
        return {
          subject: `${claims.iss} ${claims.sub}`,
          email: claims['email_verified'] === true ? textOf(claims['email']) : undefined,
          groups: [claims['groups'] ?? []].flat().map(String),
        };
      } catch {
        return undefined;
      }
    },

    isAllowed: ({ groups }: Claims) =>
      house.groups.length === 0 || house.groups.some((group) => groups.includes(group)),
  };
}

export type HouseLogin = ReturnType<typeof createHouseLogin>;

/** `email` only if the issuer has verified it. */
export type Claims = { subject: string; email: string | undefined; groups: string[] };

/**
 * The colleague of a log-in: by the subject, or the first time by the verified address. An address that the house gives to
 * somebody else later opens nothing, because the account has its subject by then.
 */
export async function colleagueOfHouse(
  db: Db,
  { subject, email }: Claims,
): Promise<Colleague | undefined> {
  const bound = await db
    .selectFrom('colleagues')
    .selectAll()
    .where('house_subject', '=', subject)
    .where('ended_at', 'is', null)
    .$call(firstRow(asColleague));
  if (bound || email === undefined) return bound;
  const named = await findColleague(db, email);
  if (!named || named.endedAt !== undefined) return undefined;
  const isFirst = await db
    .updateTable('colleagues')
    .set({ house_subject: subject })
    .where('id', '=', named.id)
    .where('house_subject', 'is', null)
    .$call(wroteOne);
  return isFirst ? named : undefined;
}

function textOf(claim: unknown): string | undefined {
  return typeof claim === 'string' ? claim : undefined;
}

function isOnThisMachine(address: string): boolean {
  return ['127.0.0.1', 'localhost'].includes(new URL(address).hostname);
}

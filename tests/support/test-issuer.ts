import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Claims = Record<string, unknown>;
type Asked = { nonce: string; challenge: string; claims: Claims };

/** A server with the login of a university, which lets in everybody as whom the test says. */
export async function startTestIssuer() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const codes = new Map<string, Asked>();
  /** Changes of the token by an attacker. */
  let forged: { claims?: Claims; signature?: string } = {};
  let isAway = false;
  const server = createServer((request, response) => {
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const answer = async () => {
      if (isAway) return send(503, {});
      const { pathname } = new URL(request.url ?? '/', origin);
      if (pathname === '/.well-known/openid-configuration') return send(200, metadata());
      if (pathname === '/keys') {
        const key = {
          ...publicKey.export({ format: 'jwk' }),
          kid: 'one',
          alg: 'RS256',
          use: 'sig',
        };
        return send(200, { keys: [key] });
      }
      const form = new URLSearchParams(await text(request));
      const code = form.get('code') ?? '';
      const asked = codes.get(code);
      codes.delete(code);
      const verifier = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      const isKnown = form.get('client_secret') === 'house-secret' && asked?.challenge === verifier;
      if (!asked || !isKnown) return send(400, { error: 'invalid_grant' });
      const token = tokenOf({ ...asked.claims, nonce: asked.nonce, ...forged.claims });
      return send(200, { access_token: 'access', token_type: 'Bearer', id_token: token });
    };
    void answer();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const metadata = () => ({
    issuer: origin,
    authorization_endpoint: `${origin}/login`,
    token_endpoint: `${origin}/token`,
    jwks_uri: `${origin}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
  });

  function tokenOf(claims: Claims): string {
    const now = Math.floor(Date.now() / 1000);
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const body = { iss: origin, aud: 'conference', iat: now, exp: now + 60, ...claims };
    const data = `${part({ alg: 'RS256', kid: 'one' })}.${part(body)}`;
    const signature = sign('sha256', Buffer.from(data), privateKey).toString('base64url');
    return `${data}.${forged.signature ?? signature}`;
  }

  return {
    origin,
    settings: {
      ORGANISER_OIDC_ISSUER: origin,
      ORGANISER_OIDC_CLIENT_ID: 'conference',
      ORGANISER_OIDC_CLIENT_SECRET: 'house-secret',
    },
    /** Somebody logs in at the address to which the dashboard sent the browser; returns the query of the way back. */
    logIn(address: string, claims: Claims): string {
      const { searchParams } = new URL(address);
      const code = `code-${codes.size}-${Math.floor(performance.now() * 1000)}`;
      const nonce = searchParams.get('nonce') ?? '';
      codes.set(code, { nonce, challenge: searchParams.get('code_challenge') ?? '', claims });
      return `?code=${code}&state=${searchParams.get('state')}`;
    },
    forge: (next: typeof forged) => void (forged = next),
    away: (next: boolean) => void (isAway = next),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

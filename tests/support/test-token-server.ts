import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { SMTPServerOptions } from 'smtp-server';
import type { OauthSettings } from '#server/mail/oauth-token.ts';

/** An answer of the token server in place of a token. */
type TokenTrouble = { status: number; body: string } | 'silent';

export type TestTokenServer = {
  settings: OauthSettings;
  /** The forms that it got. */
  asked: Record<string, string>[];
  /** The mail server accepts these tokens only. */
  valid: Set<string>;
  trouble: (trouble: TokenTrouble | undefined) => void;
  /** Options of a mail server that accepts the mailbox by these tokens and answers as Exchange Online does. */
  mailServer: SMTPServerOptions;
  /** Sets the words with which the mail server refuses a login. */
  refusal: (words: string) => void;
  close: () => Promise<void>;
};

export const MAILBOX = 'robot@institute.example';

/** A token server as Microsoft's, whose tokens live an hour. */
export async function startTestTokenServer(): Promise<TestTokenServer> {
  const asked: TestTokenServer['asked'] = [];
  const valid = new Set<string>();
  let trouble: TokenTrouble | undefined;
  let refused = '5.7.3 Authentication unsuccessful';
  const server = createServer((request, response) => {
    void text(request).then((form) => {
      asked.push(Object.fromEntries(new URLSearchParams(form)));
      if (trouble === 'silent') return;
      response.writeHead(trouble?.status ?? 200, { 'content-type': 'application/json' });
      const token = `token-${asked.length}`;
      if (!trouble) valid.add(token);
      const answer = { token_type: 'Bearer', expires_in: 3599, access_token: token };
      response.end(trouble?.body ?? JSON.stringify(answer));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    settings: {
      tokenUrl: `http://127.0.0.1:${port}/tenant/oauth2/v2.0/token`,
      clientId: 'app',
      clientSecret: 'very-secret',
      scope: 'https://outlook.office365.com/.default',
    },
    asked,
    valid,
    trouble: (next) => void (trouble = next),
    mailServer: {
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      authMethods: ['XOAUTH2'],
      onAuth({ username, accessToken = '' }, _, done) {
        if (username === MAILBOX && valid.has(accessToken)) return done(null, { user: MAILBOX });
        return done(Object.assign(new Error(refused), { responseCode: 535 }));
      },
    },
    refusal: (words) => void (refused = words),
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

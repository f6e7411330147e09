import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { line } from '#contract/text.ts';
import { inTransaction } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import { createBuckets } from '#server/http/rate-limit.ts';
import { networkOf } from '#server/http/visitor-address.ts';
import { postCall } from '#server/http/post-call.ts';
import { act } from '#server/operations/act.ts';
import { ActionImpossible, type Organising } from '#server/operations/plan.ts';
import { recordActivity } from '#server/operations/activities.ts';
import { answerOrganiser } from '#organiser/dashboard/api.ts';
import { beginCeremony, takeCeremony } from './ceremonies.ts';
import { actorOf, type Colleague, type Deps, presentColleague } from './colleagues.ts';
import { cookieIn, setCookie } from './cookies.ts';
import { colleagueOfHouse, type HouseLogin } from './house-login.ts';
import { readLink, useLink } from './links.ts';
import { colleaguePasskey } from './mails.ts';
import {
  optionsForLogIn,
  optionsForPasskey,
  type Place,
  readPasskey,
  readProof,
  writePasskey,
} from './passkeys.ts';
import { beginSession } from './sessions.ts';

export type Entrance = {
  latest: () => Promise<Organising>;
  origin: string;
  house: HouseLogin | undefined;
  /** For tests and trials: no limits. */
  isLimited: boolean;
};

const open = { isOpen: true } as const;
/** Each question before a log-in writes a row. */
const asked = { isOpen: true, limit: 'write' } as const;
const TOKEN = z.string().check(z.regex(/^[0-9a-z]{26}$/));
/** One line, without marks that turn its direction: it is in the log and in a mail. */
export const PasskeyName = line(60);
const Invitation = z.object({ token: TOKEN });
const NewPasskey = z.object({ token: TOKEN, response: z.unknown(), name: PasskeyName });
const LogIn = z.object({ response: z.unknown() });
const BackFromHouse = z.object({ query: z.string().check(z.maxLength(4000)) });

/** One refusal for every reason, so that nobody learns who works here. The log has the reason. */
const REFUSED = 'The log-in was refused. Please try again, or ask a chair for another link.';

/** The calls before a log-in. Each answer of a browser is for one question, which that browser alone was asked. */
export function enterCalls({ latest, origin, house, isLimited }: Entrance): FastifyPluginAsync {
  const limit = failureLimit(isLimited);

  return async (app) => {
    answerOrganiser(app);
    const ready = async () => {
      const organising = await latest();
      const { db, clock, newId } = organising.payments;
      const place: Place = { origin, conference: organising.content.conference.name };
      return { organising, place, deps: { db, clock, newId } satisfies Deps };
    };
    const letIn = async (
      reply: FastifyReply,
      deps: Deps,
      about: {
        colleague: Colleague;
        way: 'passkey' | 'house';
        words: string;
        passkeyId?: string;
      },
    ) => {
      const { colleague, passkeyId } = about;
      const former = cookieIn(reply.request, 'session');
      const token = await inTransaction(deps.db, (tx) =>
        beginSession(tx, deps, { ...about, passkeyId, former }),
      );
      if (token === undefined) throw new ActionImpossible(REFUSED);
      setCookie(reply, 'session', token);
      setCookie(reply, 'ceremony');
      return { name: colleague.name };
    };

    app.get('/enter', { config: open }, async () => ({
      name: (await latest()).content.conference.name,
      hasHouse: house !== undefined,
    }));

    postCall(
      app,
      '/enter/invitation',
      Invitation,
      async ({ token }, reply) => {
        const { deps } = await ready();
        const link = await limit(reply, deps, async () => {
          const found = await readLink(deps.db, token, timestamp(deps.clock()));
          return 'refusal' in found ? { refusal: 'a link', message: found.refusal } : found;
        });
        return { name: link.colleague.name };
      },
      { config: asked },
    );

    postCall(
      app,
      '/enter/passkey-options',
      Invitation,
      async ({ token }, reply) => {
        const { deps, place } = await ready();
        const link = await limit(reply, deps, async () => {
          const found = await readLink(deps.db, token, timestamp(deps.clock()));
          return 'refusal' in found ? { refusal: 'a link', message: found.refusal } : found;
        });
        const options = await optionsForPasskey(deps, place, link.colleague);
        const { challenge } = options;
        setCookie(
          reply,
          'ceremony',
          await beginCeremony(deps, 'passkey', { challenge, for: token }),
        );
        return { options };
      },
      { config: asked },
    );

    postCall(
      app,
      '/enter/passkey',
      NewPasskey,
      async ({ token, response, name }, reply) => {
        const { organising, deps, place } = await ready();
        const made = await limit(reply, deps, async () => {
          const secrets = await takeCeremony(deps, 'passkey', cookieIn(reply.request, 'ceremony'));
          if (secrets?.['for'] !== token) return { refusal: 'a passkey that was not asked for' };
          const passkey = await readPasskey(place, secrets['challenge'] ?? '', response);
          return passkey ?? { refusal: 'a wrong passkey' };
        });
        const now = timestamp(deps.clock());
        const link = await readLink(deps.db, token, now);
        if ('refusal' in link) throw new ActionImpossible(link.refusal);
        const { colleague } = link;
        await act({ ...organising, actor: actorOf(colleague) }, async ({ tx, post, record }) => {
          if (!(await useLink(tx, token, now)))
            throw new ActionImpossible('This link has been used.');
          if (!(await writePasskey(tx, made, { colleague, name, now }))) {
            throw new ActionImpossible('This passkey is known already.');
          }
          await post(
            colleaguePasskey(organising.mailLayout, colleague, { event: made.id, passkey: name }),
          );
          await record({ action: 'passkey', words: `added “${name}” by a link` });
        });
        return letIn(reply, deps, {
          colleague,
          way: 'passkey',
          words: `by the new passkey “${name}”`,
          passkeyId: made.id,
        });
      },
      { config: asked },
    );

    app.post('/enter/options', { config: asked }, async (_, reply) => {
      const { deps, place } = await ready();
      const options = await optionsForLogIn(place);
      const { challenge } = options;
      setCookie(reply, 'ceremony', await beginCeremony(deps, 'log-in', { challenge }));
      return { options };
    });

    postCall(
      app,
      '/enter/log-in',
      LogIn,
      async ({ response }, reply) => {
        const { deps, place } = await ready();
        const { colleague, passkey, passkeyId } = await limit(reply, deps, async () => {
          const secrets = await takeCeremony(deps, 'log-in', cookieIn(reply.request, 'ceremony'));
          if (!secrets) return { refusal: 'an answer to no question, or to an old one' };
          const proof = await readProof(deps, place, secrets['challenge'] ?? '', response);
          const who = await (proof.colleagueId === undefined
            ? undefined
            : presentColleague(deps.db, proof.colleagueId));
          if ('refusal' in proof) return { ...proof, who };
          if (!who) return { refusal: 'an ended access' };
          return { colleague: who, passkey: proof.passkey, passkeyId: proof.passkeyId };
        });
        return letIn(reply, deps, {
          colleague,
          way: 'passkey',
          words: `by the passkey “${passkey}”`,
          passkeyId,
        });
      },
      { config: asked },
    );

    if (!house) return;
    app.post('/enter/house', { config: asked }, async (_, reply) => {
      const { deps } = await ready();
      const { address, secrets } = await house.begin().catch((cause: unknown) => {
        reply.log.warn({ err: cause }, 'the issuer of the house’s login does not answer');
        throw new ActionImpossible(
          'The login of the house does not answer. A passkey opens the dashboard, too.',
        );
      });
      setCookie(reply, 'ceremony', await beginCeremony(deps, 'house', secrets));
      return { address };
    });

    postCall(
      app,
      '/enter/house-back',
      BackFromHouse,
      async ({ query }, reply) => {
        const { deps } = await ready();
        const colleague = await limit(reply, deps, async () => {
          const secrets = await takeCeremony(deps, 'house', cookieIn(reply.request, 'ceremony'));
          if (!secrets) return { refusal: 'an answer of the house to no question' };
          const { state = '', nonce = '', verifier = '' } = secrets;
          const claims = await house.finish(query, { state, nonce, verifier });
          if (!claims) return { refusal: 'a wrong answer of the house' };
          if (!house.isAllowed(claims)) return { refusal: 'nobody of the allowed groups' };
          return (await colleagueOfHouse(deps.db, claims)) ?? { refusal: 'no colleague' };
        });
        return letIn(reply, deps, { colleague, way: 'house', words: 'by the login of the house' });
      },
      { config: asked },
    );
  };
}

type Failure = {
  /** The reason for the log. */
  refusal: string;
  /** The sentence for the browser, if it may know the reason. */
  message?: string;
  who?: Colleague | undefined;
  isCopied?: true;
};

/**
 * Runs a try to get in. A refused one takes a part of the limit of its network, and is in the log as long as there are
 * few: a flood must not fill it.
 */
function failureLimit(isLimited: boolean) {
  const buckets = createBuckets();
  return async <T extends object>(
    reply: FastifyReply,
    { db, clock, newId }: Deps,
    attempt: () => Promise<T | Failure>,
  ): Promise<Exclude<T, Failure>> => {
    const network = networkOf(reply.request.ip);
    const tooMany = isLimited ? buckets.take('logIn', network) : undefined;
    if (tooMany) throw tooMany;
    const outcome = await attempt();
    if (!('refusal' in outcome)) {
      buckets.giveBack('logIn', network);
      return outcome as Exclude<T, Failure>;
    }
    const { refusal, message, who, isCopied } = outcome as Failure;
    reply.log.warn({ refusal }, 'a log-in was refused');
    if (!buckets.take('logIns', 'all') || isCopied) {
      const actor = who ? actorOf(who) : 'nobody';
      const action = isCopied ? 'log-in alarm' : 'log-in refused';
      await inTransaction(db, (tx) =>
        recordActivity(
          tx,
          { clock, newId, actor },
          { action, reference: undefined, words: refusal },
        ),
      );
    }
    throw new ActionImpossible(message ?? REFUSED);
  };
}

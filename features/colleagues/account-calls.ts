import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { postCall } from '#server/http/post-call.ts';
import { act } from '#server/operations/act.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import type { ContextFor } from '#organiser/dashboard/api.ts';
import { planCalls, refusePlan } from '#organiser/dashboard/api.ts';
import { withFiles } from '#organiser/dashboard/files-of-forms.ts';
import { actionNamed } from '#organiser/dashboard/actions.ts';
import { type Organiser, WithoutRight } from '#organiser/dashboard/call-rights.ts';
import { may, mayUse } from '#organiser/dashboard/rights.ts';
import { beginCeremony, takeCeremony } from './ceremonies.ts';
import { cookieIn, setCookie } from './cookies.ts';
import { PasskeyName } from './enter-calls.ts';
import { colleaguePasskey } from './mails.ts';
import { optionsForPasskey, passkeysOf, readPasskey, writePasskey } from './passkeys.ts';
import {
  declineProposal,
  openProposal,
  openProposals,
  planAgreement,
  type Proposal,
} from './proposals.ts';
import { isAboutMoney, isAboutPrices } from './waiting-acts.ts';
import { endSessions, isFresh, isStillOpen, type Session } from './sessions.ts';

const NewPasskey = z.object({ response: z.unknown(), name: PasskeyName });
const Id = z.object({ id: z.string().check(z.maxLength(2000)) });
const End = z.object({ all: z.boolean() });
const anything = { needs: 'anything' } as const;

/** The calls of a colleague about the own account, and of a second person. The tunnel has neither. */
export function accountCalls(contextFor: ContextFor): FastifyPluginAsync {
  return async (app) => {
    const ready = async (request: FastifyRequest) => {
      const session = sessionOf(request);
      const context = await contextFor(request.organiser);
      const { db, clock, newId } = context.payments;
      return { session, context, deps: { db, clock, newId } };
    };

    app.get('/account', { config: anything }, async ({ organiser, colleagueSession }) => {
      if (!colleagueSession) return { isHere: false };
      const { db } = (await contextFor(organiser)).payments;
      const { name, email, jobs } = colleagueSession.colleague;
      const passkeys = await passkeysOf({ db }, colleagueSession.colleague.id);
      return { isHere: true, name, email, jobs, passkeys };
    });

    postCall(
      app,
      '/account/log-out',
      End,
      async ({ all }, reply) => {
        const { session, deps, context } = await ready(reply.request);
        await endSessions(deps, session, { all });
        await act(context, ({ record }) =>
          record({ action: 'log-out', words: all ? 'everywhere' : 'in one browser' }),
        );
        setCookie(reply, 'session');
        return {};
      },
      { config: anything },
    );

    app.post('/account/passkey-options', { config: anything }, async (request, reply) => {
      const { session, context, deps } = await ready(request);
      refuseOld(session, deps.clock);
      const options = await optionsForPasskey(deps, placeOf(context), session.colleague);
      const { challenge } = options;
      const secrets = { challenge, for: session.digest };
      setCookie(reply, 'ceremony', await beginCeremony(deps, 'passkey', secrets));
      return { options };
    });

    postCall(
      app,
      '/account/passkey',
      NewPasskey,
      async ({ response, name }, reply) => {
        const { session, context, deps } = await ready(reply.request);
        refuseOld(session, deps.clock);
        const secrets = await takeCeremony(deps, 'passkey', cookieIn(reply.request, 'ceremony'));
        const made =
          secrets?.['for'] === session.digest
            ? await readPasskey(placeOf(context), secrets['challenge'] ?? '', response)
            : undefined;
        if (!made) throw new ActionImpossible('The passkey could not be read. Please try again.');
        await act(context, async ({ tx, now, post, record }) => {
          const { colleague } = session;
          if (!(await isStillOpen(tx, session))) throw new ActionImpossible('Please log in again.');
          if (!(await writePasskey(tx, made, { colleague, name, now }))) {
            throw new ActionImpossible('This passkey is known already.');
          }
          await post(
            colleaguePasskey(context.mailLayout, colleague, { event: made.id, passkey: name }),
          );
          await record({ action: 'passkey', words: `added “${name}”` });
        });
        return {};
      },
      { config: anything },
    );

    postCall(
      app,
      '/account/remove-passkey',
      Id,
      async ({ id }, { request }) => {
        const { session, context, deps } = await ready(request);
        refuseOld(session, deps.clock);
        const { id: colleagueId } = session.colleague;
        const all = await passkeysOf(deps, colleagueId);
        const passkey = all.find((each) => each.id === id);
        if (!passkey) throw new ActionImpossible('There is no such passkey.');
        if (all.length === 1)
          throw new ActionImpossible('Add another passkey before you remove the last one.');
        await act(context, async ({ tx, record }) => {
          await tx
            .deleteFrom('colleague_passkeys')
            .where('id', '=', id)
            .where('colleague_id', '=', colleagueId)
            .execute();
          await record({ action: 'passkey', words: `removed “${passkey.name}”` });
        });
        return {};
      },
      { config: anything },
    );

    app.get('/proposals', { config: anything }, async ({ organiser }) => {
      const { db } = (await contextFor(organiser)).payments;
      return (await openProposals(db))
        .filter((proposal) => mayDecide(organiser, proposal))
        .map(({ id, name, words, proposedAt, colleagueId }) => {
          return { id, name, words, proposedAt, isOwn: colleagueId === organiser.id };
        });
    });

    /** The proposal of somebody else, if the organiser may do what it does. */
    const proposalFor = async (request: FastifyRequest, id: string) => {
      const { organiser } = request;
      const context = await contextFor(organiser);
      const proposal = await openProposal(context.payments.db, id);
      if (!proposal) throw new ActionImpossible('Somebody has decided about this meanwhile.');
      const command = actionNamed(proposal.action);
      if (!mayDecide(organiser, proposal)) throw new WithoutRight();
      return { context, proposal, command, isOwn: proposal.colleagueId === organiser.id };
    };
    await app.register(
      async (scope) => {
        planCalls(scope, {
          async planOf({ action: id }, request) {
            const { context, proposal, command, isOwn } = await proposalFor(request, id);
            if (isOwn) throw new ActionImpossible('Somebody else has to agree.');
            if (!('plan' in command)) throw new ActionImpossible('This has no preview.');
            const plan = await withFiles(command, proposal.request, (typed) =>
              command.plan(context, typed),
            );
            return planAgreement(context, proposal, plan);
          },
          async refuse({ action: id }, request, plan) {
            const { command } = await proposalFor(request, id);
            await refusePlan(command, plan, request.organiser, contextFor);
          },
          isSecond: true,
        });
        postCall(
          scope,
          '/decline',
          Id,
          async ({ id }, { request }) => {
            const { context, proposal, isOwn } = await proposalFor(request, id);
            await declineProposal(context, proposal, {
              isOwn,
              name: sessionOf(request).colleague.name,
            });
            return { words: ['Declined.'] };
          },
          { config: anything },
        );
      },
      { prefix: '/proposals' },
    );
  };
}

/** Whether somebody may do what a proposal does. */
function mayDecide({ rights }: Organiser, proposal: Proposal): boolean {
  return (
    mayUse(rights, actionNamed(proposal.action)) &&
    (!isAboutMoney(proposal) || may(rights, 'act', 'Money')) &&
    (!isAboutPrices(proposal) || may(rights, 'act', 'Prices'))
  );
}

function sessionOf({ colleagueSession }: FastifyRequest): Session {
  if (colleagueSession) return colleagueSession;
  throw new ActionImpossible('The tunnel needs no log-in.');
}

function refuseOld(session: Session, clock: () => Date): void {
  if (isFresh(session, clock)) return;
  throw new ActionImpossible(
    'Your log-in is older than ten minutes. Please log out and in again: only then passkeys change.',
  );
}

function placeOf({
  env: { ORGANISER_ORIGIN: origin = '' },
  content,
}: Awaited<ReturnType<ContextFor>>) {
  return { origin, conference: content.conference.name };
}

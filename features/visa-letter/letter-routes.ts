import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { dayOf } from '#contract/content/calendar-days.ts';
import type { VisaLetter } from '#contract/content/visa-letter-shape.ts';
import { sendPrivateFile } from '#server/http/private-page.ts';
import { timestamp } from '#server/identity.ts';
import type { PageOwner } from '#server/orders/rows/page-owners.ts';
import { findVisaRequest } from './visa-requests.ts';
import { type ListedParticipant, readParticipants } from '#server/reports/list-participants.ts';
import { hasCertificate, printCertificate } from '#server/reports/print-documents.ts';
import { askForVisaLetter } from './ask-for-visa-letter.ts';
import { organisingFor } from '#server/self-service/organising-for.ts';
import {
  findOwner,
  returnToPage,
  type SelfServiceRoutes,
  sendNotFound,
  sendOwnPage,
} from '#server/self-service/own-pages.ts';
import { canAskForLetter, printVisaLetter, stateOfVisa } from './visa-letter.ts';
import { visaFormPage } from './visa-page.ts';
import { readVisaForm, type TypedVisa, type VisaField } from './visa-request-form.ts';

type Link = { Params: { token: string } };

/**
 * The certificate of attendance and the visa letter of a participant, and the form that asks for the letter. The payer
 * of a group has neither, because each member has a page.
 */
export function letterRoutes(app: FastifyInstance, deps: SelfServiceRoutes): void {
  const { context, content } = deps;
  const { db, clock } = context;
  const { conference } = content;
  const { visaLetter } = content.yourRegistration;
  const reading = { config: { limit: 'receipt' } } as const;
  const writing = { config: { limit: 'write' } } as const;
  const now = () => timestamp(clock());

  app.get<Link>('/registration/:token/certificate.pdf', reading, async (request, reply) => {
    const { person } = await ownerOf(request);
    if (!person || !hasCertificate(content, person, now())) return sendNotFound(reply, deps);
    const pdf = await printCertificate(content, person);
    return sendPdf(reply, `certificate-${person.reference}`, pdf);
  });

  if (!visaLetter) return;

  app.get<Link>('/registration/:token/visa-letter.pdf', reading, async (request, reply) => {
    const { person } = await ownerOf(request);
    if (!person) return sendNotFound(reply, deps);
    const state = stateOfVisa(person, await findVisaRequest(db, person.id));
    if (state.is !== 'issued') return sendNotFound(reply, deps);
    const pdf = await printVisaLetter(content, visaLetter, person, state);
    return sendPdf(reply, `visa-letter-${state.letter.number}`, pdf);
  });

  app.get<Link>('/registration/:token/visa-letter', reading, async (request, reply) => {
    const { person } = await ownerOf(request);
    if (!person || !canAskForLetter({ content, now: now() }, person))
      return sendNotFound(reply, deps);
    const shown = (await findVisaRequest(db, person.id))?.id ?? '';
    return sendForm(reply, visaLetter, request, { shown, typed: {}, mistakes: [] });
  });

  app.post<Link>('/registration/:token/visa-letter', writing, async (request, reply) => {
    const { owner, person } = await ownerOf(request);
    if (!owner || !person || !canAskForLetter({ content, now: now() }, person)) {
      return sendNotFound(reply, deps);
    }
    const { data, mistakes, typed, shown } = readVisaForm(request.body, days());
    if (!data) return sendForm(reply, visaLetter, request, { shown, typed, mistakes });
    const isAsked = await askForVisaLetter(organisingFor(deps, request), owner, { data, shown });
    return returnToPage(reply, owner, isAsked ? 'letterAsked' : 'changedMeanwhile');
  });

  function days(): { today: string; lastDay: string } {
    return { today: dayOf(now(), conference.dates.timezone), lastDay: conference.dates.end };
  }

  async function ownerOf({ params }: FastifyRequest<Link>) {
    const owner = await findOwner(db, params);
    return { owner, person: owner && (await personOf(owner)) };
  }

  async function personOf({ participant }: PageOwner): Promise<ListedParticipant | undefined> {
    return participant && (await readParticipants(db, [participant.id]))[0];
  }

  function sendForm(
    reply: FastifyReply,
    words: VisaLetter,
    { params: { token } }: FastifyRequest<Link>,
    entries: { shown: string; typed: TypedVisa; mistakes: readonly VisaField[] },
  ): FastifyReply {
    const main = visaFormPage(words, { token, words: content }, entries);
    const status = entries.mistakes.length === 0 ? 200 : 400;
    return sendOwnPage(reply, deps, { title: words.form.heading, main, status });
  }
}

function sendPdf(reply: FastifyReply, name: string, content: Buffer): FastifyReply {
  return sendPrivateFile(reply, { type: 'application/pdf', fileName: `${name}.pdf`, content });
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { VisaLetter } from '#contract/content/visa-letter-shape.ts';
import { timestamp } from '#server/identity.ts';
import { keptPrivate, sendPrivatePage } from '#server/http/private-page.ts';
import { PARTICIPANT } from '#server/operations/plan.ts';
import type { PageOwner } from '#server/orders/page-owners.ts';
import { findVisaRequest } from '#server/orders/visa-requests.ts';
import { type ListedParticipant, readParticipants } from '#server/reports/list-participants.ts';
import { printCertificate } from '#server/reports/print-documents.ts';
import { withNotice } from './notices.ts';
import { askForVisaLetter } from './ask-for-visa-letter.ts';
import { hasCertificate } from './certificate.ts';
import { noRegistration } from './registration-page.ts';
import { findOwner, type SelfServiceRoutes } from './registration-page-routes.ts';
import { canAskForLetter, dayAtConference, printVisaLetter, stateOfVisa } from './visa-letter.ts';
import { visaFormPage } from './visa-page.ts';
import { readVisaForm, type TypedVisa, type VisaField } from './visa-request-form.ts';

type Link = { Params: { token: string } };

/**
 * The certificate of attendance and the visa letter of a participant, and the form that asks for the letter. The payer
 * of a group has neither, because each member has a page.
 */
export function letterRoutes(
  app: FastifyInstance,
  { context, content, receipts, frame }: SelfServiceRoutes,
): void {
  const { db, clock } = context;
  const { yourRegistration: said, conference } = content;
  const { visaLetter } = said;
  const reading = { config: { limit: 'receipt' } } as const;
  const writing = { config: { limit: 'write' } } as const;
  const now = () => timestamp(clock());

  app.get<Link>('/registration/:token/certificate.pdf', reading, async (request, reply) => {
    const { person } = await ownerOf(request);
    if (!person || !hasCertificate({ content, now: now() }, person)) return notFound(reply);
    const pdf = await printCertificate(content, person);
    return sendPdf(reply, `certificate-${person.reference}`, pdf);
  });

  if (!visaLetter) return;

  app.get<Link>('/registration/:token/visa-letter.pdf', reading, async (request, reply) => {
    const { person } = await ownerOf(request);
    if (!person) return notFound(reply);
    const state = stateOfVisa(person, await findVisaRequest(db, person.id));
    if (state.is !== 'issued') return notFound(reply);
    const pdf = await printVisaLetter(content, visaLetter, person, state);
    return sendPdf(reply, `visa-letter-${state.letter.number}`, pdf);
  });

  app.get<Link>('/registration/:token/visa-letter', reading, async (request, reply) => {
    const { person } = await ownerOf(request);
    if (!person || !canAskForLetter({ content, now: now() }, person)) return notFound(reply);
    const shown = (await findVisaRequest(db, person.id))?.id ?? '';
    return sendForm(reply, visaLetter, request, { shown, typed: nothingTyped, mistakes: [] });
  });

  app.post<Link>('/registration/:token/visa-letter', writing, async (request, reply) => {
    const { owner, person } = await ownerOf(request);
    if (!owner || !person || !canAskForLetter({ content, now: now() }, person)) {
      return notFound(reply);
    }
    const { data, mistakes, typed, shown } = readVisaForm(request.body, days());
    if (!data) return sendForm(reply, visaLetter, request, { shown, typed, mistakes });
    const deps = { payments: context, mailLayout: receipts.mailLayout, actor: PARTICIPANT };
    const isAsked = await askForVisaLetter(deps, owner, { data, shown });
    const path = `/registration/${owner.token}`;
    const notice = isAsked ? 'letterAsked' : 'changedMeanwhile';
    return keptPrivate(reply).redirect(withNotice(path, notice), 303);
  });

  function days(): { today: string; lastDay: string } {
    return { today: dayAtConference(conference, now()), lastDay: conference.dates.end };
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
    const main = visaFormPage(words, token, entries);
    const status = entries.mistakes.length === 0 ? 200 : 400;
    return sendPrivatePage(reply, frame, {
      title: words.form.heading,
      main,
      status,
      formEndsAt: [],
    });
  }

  function notFound(reply: FastifyReply): FastifyReply {
    const main = noRegistration(content);
    return sendPrivatePage(reply, frame, { title: said.title, main, status: 404 });
  }
}

function sendPdf(reply: FastifyReply, name: string, pdf: Buffer): FastifyReply {
  return keptPrivate(reply)
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${name}.pdf"`)
    .send(pdf);
}

const nothingTyped: TypedVisa = {
  name: '',
  nationality: '',
  passport: '',
  birthDate: '',
  expiryDate: '',
  consulate: '',
};

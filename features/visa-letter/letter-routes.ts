import type { FastifyInstance } from 'fastify';
import { dayOf } from '#contract/content/calendar-days.ts';
import type { LinkPage } from '#server/http/link-pages.ts';
import { timestamp } from '#server/identity.ts';
import type { PageOwner } from '#server/orders/rows/page-owners.ts';
import { findVisaRequest } from './visa-requests.ts';
import { type ListedParticipant, readParticipants } from '#server/reports/list-participants.ts';
import { askForVisaLetter } from './ask-for-visa-letter.ts';
import { organisingFor } from '#server/self-service/organising-for.ts';
import { backToPage, ownPages, type SelfServiceRoutes } from '#server/self-service/own-pages.ts';
import { canAskForLetter, printVisaLetter, stateOfVisa } from './visa-letter.ts';
import { visaFormPage } from './visa-page.ts';
import { readVisaForm, type VisaForm } from './visa-request-form.ts';
import type { VisaLetter } from './shape.ts';

/**
 * The visa letter of a participant, and the form that asks for it. The payer of a group has none, because each member
 * has a page.
 */
export function letterRoutes(app: FastifyInstance, deps: SelfServiceRoutes): void {
  const { context, content } = deps;
  const { db, clock } = context;
  const { conference } = content;
  const { visaLetter } = content.yourRegistration;
  const now = () => timestamp(clock());
  const { get, post } = ownPages(app, deps);

  if (!visaLetter) return;
  const address = '/registration/:token/visa-letter';

  get(`${address}.pdf`, async (owner) => {
    const person = await personOf(owner);
    const state = person && stateOfVisa(person, await findVisaRequest(db, person.id));
    if (!person || state?.is !== 'issued') return undefined;
    const letter = await printVisaLetter(content, visaLetter, person, state);
    return pdf(`visa-letter-${state.letter.number}`, letter);
  });

  get(address, async (owner) => {
    const person = await asking(owner);
    const shown = person && ((await findVisaRequest(db, person.id))?.id ?? '');
    return shown === undefined
      ? undefined
      : form(visaLetter, owner, { shown, typed: {}, mistakes: [] });
  });

  post(address, async (owner, _, request) => {
    if (!(await asking(owner))) return undefined;
    const days = { today: dayOf(now(), conference.dates.timezone), lastDay: conference.dates.end };
    const { data, mistakes, typed, shown } = readVisaForm(request.body, days);
    if (!data) return form(visaLetter, owner, { shown, typed, mistakes });
    const isAsked = await askForVisaLetter(organisingFor(deps, request), owner, { data, shown });
    return backToPage(owner, isAsked ? 'letterAsked' : 'changedMeanwhile');
  });

  async function personOf({ participant }: PageOwner): Promise<ListedParticipant | undefined> {
    return participant && (await readParticipants(db, [participant.id]))[0];
  }

  /** The participant who can ask for the letter now. */
  async function asking(owner: PageOwner): Promise<ListedParticipant | undefined> {
    const person = await personOf(owner);
    return person && canAskForLetter({ content, now: now() }, person) ? person : undefined;
  }

  function form(words: VisaLetter, { pageToken: token }: PageOwner, entries: VisaForm): LinkPage {
    const main = visaFormPage(words, { token, words: content }, entries);
    const status = entries.mistakes.length === 0 ? 200 : 400;
    return { title: words.form.heading, main, status };
  }
}

function pdf(name: string, content: Buffer) {
  return { type: 'application/pdf', fileName: `${name}.pdf`, content };
}

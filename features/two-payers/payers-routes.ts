import type { FastifyInstance } from 'fastify';
import { readFields } from '#server/http/person-fields.ts';
import type { LinkPage } from '#server/http/link-pages.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import { partsThatCame } from '#server/orders/change/withdraw-order.ts';
import { partsOfOthers } from '#server/orders/rows/divided-orders.ts';
import { invoiceFields, readRecipient } from '#server/orders/rows/invoice-entries.ts';
import { isCancelled, isDivided, type Order } from '#server/orders/rows/orders.ts';
import type { PageOwner } from '#server/orders/rows/page-owners.ts';
import { normalised } from '#server/identity.ts';
import { number } from '#server/self-service/act-form.ts';
import { refusalWords } from '#server/self-service/act-routes.ts';
import { organisingFor } from '#server/self-service/organising-for.ts';
import type { OwnPagePart } from '#server/self-service/own-page-parts.ts';
import { backToPage, ownPages, type SelfServiceRoutes } from '#server/self-service/own-pages.ts';
import { pageStateOf } from '#server/self-service/page-facts.ts';
import { pageOfWords } from '#server/http/page-parts.ts';
import { canBeDivided, divideRegistration, linesToDivide } from './divide-registration.ts';
import {
  divisionPage,
  type FilledDivision,
  isOpen,
  lineName,
  offerSection,
  partsSection,
  type ShownPart,
} from './payers-page.ts';
import { isTakenOver, takeOverPart } from './take-over-part.ts';

/** The part of the own page: the offer of a second payer, or who pays what. */
export async function payersSection(
  deps: SelfServiceRoutes,
  owner: PageOwner,
): Promise<OwnPagePart[]> {
  const { context, content } = deps;
  const { order, isPayer } = owner;
  if (!order || !isPayer) return [];
  if (isDivided(order)) {
    const shown: ShownPart[] = [];
    for (const part of await partsOfOthers(context.db, order)) {
      // A part that the person has taken over is among the asked amounts.
      if (order.paidPaymentId !== undefined && isTakenOver(order, part)) continue;
      const cameCents = await partsThatCame(context, isOpen(part) ? [{ order: part }] : []);
      shown.push({ part, cameCents });
    }
    if (shown.length === 0 || isCancelled(order)) return [];
    const part = partsSection(content, owner, order, shown);
    const place = shown.some((each) => isOpen(each.part)) ? 'to-do' : 'folded';
    return [{ place, rank: 20, part }];
  }
  return (await orderToDivide(deps, owner))
    ? [{ place: 'folded', rank: 45, part: offerSection(content, owner) }]
    : [];
}

/** The order of a page that can be divided now. */
async function orderToDivide(
  { context }: Pick<SelfServiceRoutes, 'context'>,
  owner: PageOwner,
): Promise<Order | undefined> {
  const { order, isPayer, participant } = owner;
  if (!order || !isPayer || !participant || !canBeDivided(order)) return undefined;
  const state = await pageStateOf(context, owner);
  return state.is === 'open' && (state.transfer?.receivedCents ?? 0) === 0 ? order : undefined;
}

/** The form that divides a registration, and the button that takes a part back. */
export function payersRoutes(app: FastifyInstance, deps: SelfServiceRoutes): void {
  const { content } = deps;
  const { twoPayers: said } = content.yourRegistration;
  const { get, post } = ownPages(app, deps);

  get('/registration/:token/payers', async (owner) => {
    const order = await orderToDivide(deps, owner);
    return order ? form(owner, order, { typed: {}, payer: {}, invoice: [] }) : backToPage(owner);
  });

  post('/registration/:token/payers', async (owner, typed, request) => {
    const order = await orderToDivide(deps, owner);
    // The first click of two has divided it.
    if (!order)
      return backToPage(
        owner,
        owner.order && isDivided(owner.order) ? 'divided' : 'changedMeanwhile',
      );
    const read = readDivision(deps, order, typed);
    if ('trouble' in read) return form(owner, order, { typed, ...read });
    const version = number.safeParse(typed['version']).data ?? -1;
    try {
      await divideRegistration(organisingFor(deps, request), { order, version, ...read });
      return backToPage(owner, 'divided');
    } catch (error) {
      if (!(error instanceof ActionImpossible)) throw error;
      if (error.reason === 'changed') return backToPage(owner, 'changedMeanwhile');
      return refused(error);
    }
  });

  post('/registration/:token/payers/:partId', async (owner, _, request) => {
    const { order, isPayer } = owner;
    const partId = request.params['partId'];
    if (!order || !isPayer || partId === undefined) return undefined;
    try {
      await takeOverPart(organisingFor(deps, request), { order, partId });
      return backToPage(owner, 'partTakenOver');
    } catch (error) {
      if (!(error instanceof ActionImpossible)) throw error;
      if (error.reason === 'changed') return backToPage(owner, 'changedMeanwhile');
      return refused(error);
    }
  });

  function form(owner: PageOwner, order: Order, filled: FilledDivision): LinkPage {
    const main = divisionPage(content, owner, order, filled);
    return { title: said.title, main, status: filled.trouble === undefined ? 200 : 400 };
  }

  function refused(error: ActionImpossible): LinkPage {
    const main = pageOfWords(said.title, [refusalWords(content, error)]);
    return { title: said.title, main, status: 409 };
  }
}

/** Reads the form: the lines of the other payer, the payer and the address of the invoice. */
function readDivision(
  { content }: Pick<SelfServiceRoutes, 'content'>,
  order: Order,
  typed: Readonly<Record<string, string>>,
) {
  const { twoPayers: said } = content.yourRegistration;
  const all = linesToDivide(order);
  const lines = all.filter(({ id }) => typed[lineName(id)] !== undefined).map(({ id }) => id);
  const { entries, mistakes } = readFields(content, ['name', 'email'], typed);
  const asked = Object.fromEntries(invoiceFields.map((name) => [name, typed[name] ?? '']));
  const isWanted =
    content.conference.documents !== undefined &&
    invoiceFields.some((name) => (asked[name] ?? '').trim() !== '');
  const invoice = isWanted ? readRecipient(asked) : { recipient: undefined, mistakes: [] };
  const wrong = { payer: mistakes, invoice: invoice.mistakes };
  if (Object.keys(mistakes).length > 0 || invoice.mistakes.length > 0) {
    return { ...wrong, trouble: said.mistakes };
  }
  const { name = '', email = '' } = entries;
  const isSame = normalised(email) === normalised(order.customer.email);
  if (isSame) return { ...wrong, payer: { email: said.ownAddress }, trouble: said.mistakes };
  if (lines.length === 0 || lines.length === all.length) {
    return { ...wrong, trouble: said.chooseSome };
  }
  const { country } = order.customer;
  const institute = invoice.recipient?.legalName ?? '';
  return {
    lines,
    payer: { name, email, phone: '', institute, country: invoice.recipient?.country ?? country },
    invoice: invoice.recipient,
  };
}

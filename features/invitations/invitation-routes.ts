import type { FastifyInstance } from 'fastify';
import type { Content } from '#contract/content.ts';
import { endAt } from '#contract/content/moments.ts';
import { readForms } from '#server/http/form-body.ts';
import { type LinkPage, linkPages } from '#server/http/link-pages.ts';
import { knownOrigin, type OriginOf } from '#server/http/origin.ts';
import type { PageFrame } from '#server/http/page-frame.ts';
import { writeTo, alert, amountRow, factRow, privacyNote } from '#server/http/page-parts.ts';
import { type Filled, readFields, personField } from '#server/http/person-fields.ts';
import { limitLinks } from '#server/http/rate-limit.ts';
import { timestamp } from '#server/identity.ts';
import { html, type Markup } from '#server/markup.ts';
import {
  findInvitation,
  type Invitation,
  pathOfInvitation,
  stateOfInvitation,
} from './invitations.ts';
import { acceptInvitation, type InvitationDeps, invitedPrice } from './use-invitation.ts';
import type { Moment } from '#contract/content/opening.ts';
import { moneyText } from '#contract/money.ts';
import { hiddenFields } from '#server/http/form-field.ts';
import { endText } from '#server/orders/rows/order-facts.ts';
import { feeIn, feeItem, linesOfItems } from '#server/orders/rows/order-items.ts';
import { statements } from '#server/orders/sell/payment-link-page.ts';
import { itemsOf } from '#server/orders/rows/registration-items.ts';
import type { RegistrationPrice } from '#server/orders/sell/registration-price.ts';

export type InvitationRoutes = InvitationDeps & {
  frame: PageFrame;
  originOf: OriginOf;
  isLimited: boolean;
};

/** The page behind a personal link that carries a price. */
export async function invitationRoutes(
  app: FastifyInstance,
  { frame, originOf, isLimited, ...deps }: InvitationRoutes,
): Promise<void> {
  const { context, content } = deps;
  const said = content.labels.invitation;
  readForms(app);
  if (isLimited) limitLinks(app);

  const { get, post } = linkPages<Invitation>(app, {
    frame,
    words: content,
    title: said.title,
    find: (token) => findInvitation(context.db, token),
    notFound: () => page(content, said.notFound),
    limits: { GET: 'read', POST: 'write' },
  });

  get('/invitation/:token', (invitation) => show(deps, invitation));

  post(
    '/invitation/:token',
    async (invitation, typed, request) => {
      const price = invitedPrice(deps, invitation);
      if (!price || stateNow(deps, invitation) !== 'open')
        return { ...show(deps, invitation), status: 409 };
      const { entries, mistakes } = readFields(content, ASKED, typed);
      const { name, phone, institute, country } = entries;
      if (!name || !phone || !institute || !country) {
        return { ...show(deps, invitation, { typed, mistakes, trouble: said.check }), status: 400 };
      }
      // The browser's total is only compared: the price is ours.
      if (typed['total'] !== String(price.totalCents)) {
        return { ...show(deps, invitation, { typed, trouble: said.changed }), status: 409 };
      }
      const details = { name, phone, institute, country };
      const where = { price, origin: knownOrigin(originOf(request)) };
      const location = await acceptInvitation(deps, invitation, details, where);
      if (location !== undefined) return { location };
      const now = await findInvitation(context.db, request.params.token);
      return { ...show(deps, now ?? invitation), status: 409 };
    },
    { refused: (invitation, trouble, typed) => show(deps, invitation, { typed, trouble }) },
  );
}

function stateNow({ context }: InvitationDeps, invitation: Invitation) {
  return stateOfInvitation(invitation, timestamp(context.clock()));
}

/** A used link does not lead to the registration: whoever has its address could act for the person. */
function show(deps: InvitationDeps, invitation: Invitation, filled: Filled = {}): LinkPage {
  const { context, content } = deps;
  const said = content.labels.invitation;
  const state = stateNow(deps, invitation);
  if (state === 'used') return { main: wordsPage(content, html`${said.used}`) };
  const price = invitedPrice(deps, invitation);
  if (state !== 'open' || !price) return page(content, said.over);
  const until = endAt(invitation.lapsesAt, content.conference.dates);
  const isTest = context.mode !== 'live';
  const offer = { invitation, price, until };
  return {
    main: invitationPage(content, pathOfInvitation(invitation), offer, filled, isTest),
  };
}

function page(content: Content, words: string): LinkPage {
  return { main: wordsPage(content, writeTo(words, content.conference)) };
}

function wordsPage({ labels }: Content, words: Markup): Markup {
  return html`<article class="receipt">
    <h1>${labels.invitation.title}</h1>
    <p class="receipt-words">${words}</p>
  </article>`;
}

/** The fields of the page. The mail address is the invited one. */
const ASKED = ['name', 'phone', 'institute', 'country'] as const;

/** The page of an open link: its price, the rest of the registration, and one button. */
function invitationPage(
  content: Content,
  address: string,
  { invitation, price, until }: { invitation: Invitation; price: RegistrationPrice; until: Moment },
  filled: Filled,
  isTest: boolean,
): Markup {
  const { mails, prices, labels } = content;
  const said = labels.invitation;
  const { currency } = prices;
  const isFree = price.totalCents === 0;
  const items = [
    ...itemsOf(price, ''),
    ...(isFree ? [] : feeItem(feeIn(prices), price.feeCents, currency)),
  ];
  const typed = { name: invitation.name, ...filled.typed };
  return html`<article class="receipt">
    <h1>${said.title}</h1>
    ${alert(filled.trouble)}
    <p class="receipt-words">${said.intro}</p>
    ${invitation.note === '' ? undefined : html`<p class="receipt-words">${invitation.note}</p>`}
    ${isTest && !isFree ? html`<p class="receipt-test">${mails.testModeBefore}</p>` : undefined}
    <dl>
      ${factRow(mails.labels.email, [invitation.email])} ${factRow(said.until, [endText(until)])}
    </dl>
    <table>
      <tbody>
        ${linesOfItems(items, false).map(({ words, cents }) => amountRow(words, moneyText(cents, currency)))}
      </tbody>
      <tfoot>
        ${amountRow(mails.labels.total, moneyText(price.totalCents, currency))}
      </tfoot>
    </table>
    <section aria-labelledby="details">
      <h2 id="details">${said.details}</h2>
      <form method="post" action="${address}" class="receipt-form">
        ${hiddenFields({ total: price.totalCents })}
        ${ASKED.map((field) => personField(content, field, { ...filled, typed }, { isOwn: true, isRequired: true }))}
        <p class="receipt-words">${isFree ? said.free : said.toPay}</p>
        ${statements(content)} ${privacyNote(content)}
        <button class="receipt-download">${isFree ? said.confirm : said.register}</button>
      </form>
    </section>
  </article>`;
}

import * as labels from 'content:labels/registration';
import conference from 'content:conference';
import details from 'content:conference-details';
import pages from 'content:pages';
import prices from 'content:prices';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { Pages } from '#contract/content/shapes/pages-shape.ts';
import { absentProvider, formWays } from '#contract/content/ways.ts';
import cancelDrawing from 'theme:drawings/cancel';
import failureDrawing from 'theme:drawings/failure';
import registerDrawing from 'theme:drawings/register';
import { inThisTab, onThisDevice } from '#site/forms/expiring-storage.ts';
import { openingWords } from '#site/forms/opening-words.ts';
import { OpeningNote } from '#site/forms/opening-note.tsx';
import {
  CARD_REDIRECT,
  OPENED_CHECKOUT,
  PAYMENT_RESULT,
  PAYPAL_DISCOUNT,
  PAYPAL_REGISTRATION,
} from '#site/forms/storage-keys.ts';
import { pathIn } from '#site/page-path.ts';
import { pageMeta } from '#site/page-meta.ts';
import { Banner } from '#site/ui/banner.tsx';
import { ButtonLink } from '#site/ui/button.tsx';
import { focusContent } from '#site/layout/route-change.tsx';
import { PageHeading } from '#site/ui/page-heading.tsx';
import { Section } from '#site/ui/section.tsx';
import type { Route } from './+types/unpaid-page.ts';
import { type PaymentReturn, readReturn, takeReturnQuery } from './payment-return.ts';
import type { PaymentTrace } from './payment-view.ts';

/** Pages for payers who have not paid. site/routes.ts gives each page its address. */
const pagesOf = {
  /** The card provider sends payers here after they cancel. */
  '/payment-cancel': { ...pages.paymentCancel, drawing: cancelDrawing },
  /** The card provider sends payers here after it declines their card. */
  '/payment-failure': { ...pages.paymentFailure, drawing: failureDrawing },
  /** PayPal sends payers here after they cancel. The link Try Again after a failed payment also leads here. */
  '/register': {
    ...pages.register,
    drawing: registerDrawing,
    opening: openingWords(labels.opensSubject, details.opening.registration),
  },
};

export function loader({ url }: Route.LoaderArgs) {
  const path = pathIn(url);
  const page = Object.entries(pagesOf).find(([address]) => address === path)?.[1];
  if (!page) throw new Response(null, { status: 404 });
  const ways = formWays(details, prices.currency);
  const points = page.help.points.filter((point) => absentProvider(point, ways) === undefined);
  return { opening: undefined, ...page, help: { ...page.help, points }, unpaid: pages.unpaid };
}

export const meta = ({ loaderData }: Route.MetaArgs) => pageMeta(loaderData);

export default function UnpaidPage({ loaderData: words }: Route.ComponentProps) {
  const { heading, intro, help, unpaid, opening, drawing } = words;
  const trace = usePaymentTrace();
  const isKnown = trace.state === 'open' || trace.state === 'paid';
  useEffect(() => {
    if (document.activeElement === document.body) focusContent();
  }, []);
  return (
    <>
      <PageHeading compact {...{ heading, intro, drawing }}>
        <PaymentNote trace={trace} words={unpaid} />
        {isKnown && (
          <ButtonLink to={trace.address}>
            {trace.state === 'paid' ? unpaid.paidLink : unpaid.checkingLink}
          </ButtonLink>
        )}
        {trace.kind === 'discount' && (
          <ButtonLink to="/discount-registration" variant={isKnown ? 'quiet' : 'primary'}>
            {unpaid.discountLink}
          </ButtonLink>
        )}
        <ButtonLink
          to="/conference-registration"
          variant={isKnown || trace.kind === 'discount' ? 'quiet' : 'primary'}
        >
          {unpaid.registrationButton}
        </ButtonLink>
      </PageHeading>
      <Section heading={help.heading}>
        <div className="grid-page">
          {opening && (
            <div className="col-span-12 lg:col-span-8 lg:col-start-3">
              <OpeningNote opening={opening} contact={conference.secretary.email} />
            </div>
          )}
          <ul className="col-span-12 max-w-[36em] lg:col-span-8 lg:col-start-3">
            {help.points.map((point) => (
              <li key={point} className="border-t border-rule py-4">
                {point}
              </li>
            ))}
            <li className="border-t border-rule py-2">
              <ButtonLink to="/contact" variant="quiet">
                {unpaid.contactLink}
              </ButtonLink>
            </li>
          </ul>
        </div>
      </Section>
    </>
  );
}

/** Warns visitors who may have paid already, for example those who pressed "back" after paying. */
function PaymentNote({ trace, words }: { trace: PaymentTrace; words: Pages['unpaid'] }) {
  if (trace.state === 'none') return null;
  const notes = { begun: words.traceNote, open: words.checkingNote, paid: words.paidNote };
  return (
    <Banner tone={trace.state === 'paid' ? 'good' : 'note'} className="w-full">
      <p>{notes[trace.state]}</p>
    </Banner>
  );
}

/** Looks for signs of a started payment in this browser and, if the address names a payment, on the server. */
function usePaymentTrace(): PaymentTrace {
  const { search, key } = useLocation();
  const [trace, setTrace] = useState<PaymentTrace>({ state: 'none' });

  useEffect(() => {
    const payment = readReturn(takeReturnQuery());
    if (payment.by === undefined && !hasPaymentKeys()) return;
    const leaving = new AbortController();
    void findTrace(payment, leaving.signal).then((found) => {
      if (!leaving.signal.aborted) setTrace(found);
    });
    return () => leaving.abort();
  }, [search, key]);

  return trace;
}

/** Loads the code that reads the storage and asks the server. Only visitors who have started a payment need this code. */
async function findTrace(payment: PaymentReturn, signal: AbortSignal): Promise<PaymentTrace> {
  const [{ traceOf }, { paymentStorage }] = await Promise.all([
    import('./payment-check.ts'),
    import('./payment-storage.ts'),
  ]);
  return traceOf(payment, paymentStorage(), signal);
}

/** Whether the browser has stored data about a payment. payment-storage.ts, which reads the data, is loaded only then. */
function hasPaymentKeys(): boolean {
  return (
    [PAYMENT_RESULT, CARD_REDIRECT, PAYPAL_DISCOUNT].some(
      (key) => inThisTab.get(key) !== undefined,
    ) ||
    [PAYMENT_RESULT, OPENED_CHECKOUT, PAYPAL_REGISTRATION].some(
      (key) => onThisDevice.get(key) !== undefined,
    )
  );
}

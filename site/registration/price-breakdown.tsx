import { type ReactNode, useId, useRef } from 'react';
import type { PricingOptionAsRead } from '#contract/pricing.ts';
import { OfflineNote } from '#site/forms/offline-note.tsx';
import { SpokenTotal } from '#site/forms/spoken-total.tsx';
import { Banner } from '#site/ui/banner.tsx';
import { Button } from '#site/ui/button.tsx';
import { billOf } from './bill.ts';
import type { Offer } from './offer.ts';
import { PriceList } from './price-list.tsx';
import type { Pricing } from './use-pricing.ts';

type PriceBreakdownProps = {
  pricing: Pricing;
  offer: Offer;
  conference: string;
  deadline: { label: string; date: string };
  onAskAgain: () => void;
  /** What leads to the waiting list where everything is sold. */
  waitingList: ReactNode;
};

/** The bill, with the state of the price on it. */
export function PriceBreakdown(props: PriceBreakdownProps) {
  const { pricing, offer, conference, deadline, onAskAgain, waitingList } = props;
  const notice = pricing.state === 'shown' ? pricing.options[0]?.notice : undefined;
  const sheet = useRef<HTMLDivElement>(null);
  const tryAgain = () => {
    onAskAgain();
    // The pressed button disappears.
    sheet.current?.focus();
  };
  return (
    <div className="bill">
      <p className="bill-head">
        <span>{conference}</span>
        <span className="font-semibold text-accent">{offer.currency.code}</span>
      </p>
      <div
        ref={sheet}
        tabIndex={-1}
        aria-busy={pricing.state === 'loading'}
        className="@container focus:outline-none"
      >
        <Sheet pricing={pricing} offer={offer} />
      </div>
      <SpokenTotal total={totalOf(pricing, offer)} withFee={offer.hasFee} />
      {pricing.state === 'failed' && (
        <Banner tone="error" className="mt-5">
          <p>{pricing.text}</p>
          {pricing.soldOut && waitingList}
          <Button variant="quiet" onClick={tryAgain}>
            Try again
          </Button>
        </Banner>
      )}
      {notice && (
        <Banner tone="note" className="mt-5">
          <p>{notice}</p>
          {waitingList}
        </Banner>
      )}
      {pricing.state === 'failed' && pricing.offline && (
        <OfflineNote next="We try again when you are online." />
      )}
      <p className="mt-6 border-t border-rule pt-3 text-label text-soft">
        {deadline.label}: <span>{deadline.date}</span>
      </p>
    </div>
  );
}

function totalOf(pricing: Pricing, offer: Offer): string | undefined {
  const first = pricing.state === 'shown' ? pricing.options[0] : undefined;
  return first && billOf(first, offer).total;
}

function Sheet({ pricing, offer }: { pricing: Pricing; offer: Offer }) {
  if (pricing.state === 'failed') return null;
  const first = pricing.state === 'shown' ? pricing.options[0] : undefined;
  if (first) return <Breakdown option={first} offer={offer} />;
  return (
    <div className="min-h-44 pt-5">
      <p className="max-w-[20em] text-small text-soft">{words[pricing.state]}</p>
      {pricing.state !== 'shown' && (
        <div className="mt-4 max-lg:hidden">
          <PriceList table={offer.priceTable} />
        </div>
      )}
    </div>
  );
}

const words = {
  none: 'Choose a registration type and a presentation type to see the price.',
  loading: 'Loading pricing',
  shown: 'There is no price for this selection.',
};

function Breakdown({ option, offer }: { option: PricingOptionAsRead; offer: Offer }) {
  const { lines, total } = billOf(option, offer);
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="pt-5">
      <h2 id={headingId} className="font-serif text-name font-medium">
        Pricing breakdown
      </h2>
      <dl className="mt-4">
        {lines.map(({ label, note, stay, amount }) => (
          <div key={label} className="bill-line bill-item">
            <dt>
              {label}
              {[note, stay].map(
                (more) =>
                  more && (
                    <span key={more} className="block text-label text-soft">
                      {more}
                    </span>
                  ),
              )}
            </dt>
            <span aria-hidden="true" className="bill-dots" />
            <dd translate="no">{amount}</dd>
          </div>
        ))}
        {total && (
          <div className="bill-line bill-total">
            <dt className="font-semibold">Total</dt>
            <dd translate="no" className="bill-sum">
              {total}
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}

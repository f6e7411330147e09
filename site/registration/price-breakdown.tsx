import { language } from 'content:language';
import { withColon } from '#contract/content/languages.ts';
import * as forms from 'content:labels/forms';
import { type ReactNode, useRef } from 'react';
import { BillHead, BillLines, SpokenTotal } from '#site/forms/bill.tsx';
import { OfflineNote } from '#site/forms/form-notes.tsx';
import { Banner } from '#site/ui/banner.tsx';
import { Button } from '#site/ui/button.tsx';
import { billOf } from './bill.ts';
import type { RegistrationLabels } from './registration-labels.ts';
import type { Offer } from './offer.ts';
import { PriceList } from './price-list.tsx';
import type { Pricing } from './use-pricing.ts';

type PriceBreakdownProps = {
  labels: RegistrationLabels['price'];
  pricing: Pricing;
  offer: Offer;
  conference: string;
  deadline: { label: string; date: string };
  onAskAgain: () => void;
  /** A link to the waiting list. It appears if the places are sold out or nearly sold out. */
  waitingList: ReactNode;
};

/** The bill, or the state of the price if there is no price yet. */
export function PriceBreakdown(props: PriceBreakdownProps) {
  const { labels, pricing, offer, conference, deadline, onAskAgain, waitingList } = props;
  const first = pricing.state === 'shown' ? pricing.options[0] : undefined;
  const bill = first && billOf(first, offer);
  const box = useRef<HTMLDivElement>(null);
  const tryAgain = () => {
    onAskAgain();
    // The pressed button disappears, so the focus moves to the bill.
    box.current?.focus();
  };
  return (
    <div className="bill">
      <BillHead conference={conference} currency={offer.currency} />
      <div
        ref={box}
        tabIndex={-1}
        aria-busy={pricing.state === 'loading'}
        className="@container focus:outline-none"
      >
        {bill ? (
          <BillLines
            heading={labels.breakdown}
            lines={bill.lines.map(({ note, stay, ...line }) => ({ ...line, notes: [note, stay] }))}
            total={bill.total}
          />
        ) : (
          pricing.state !== 'failed' && (
            <NoPrice state={pricing.state} offer={offer} labels={labels} />
          )
        )}
      </div>
      {bill && offer.priceTable.taxNote && (
        <p className="pt-3 text-label text-soft">{offer.priceTable.taxNote}</p>
      )}
      <SpokenTotal total={bill?.total} withFee={offer.hasFee} />
      {pricing.state === 'failed' && (
        <Banner tone="error" className="mt-5">
          <p>{pricing.text}</p>
          {pricing.soldOut ? (
            waitingList
          ) : (
            <Button variant="quiet" onClick={tryAgain}>
              {forms.tryAgain}
            </Button>
          )}
        </Banner>
      )}
      {first?.notice && (
        <Banner tone="note" className="mt-5">
          <p>{first.notice}</p>
          {waitingList}
        </Banner>
      )}
      {pricing.state === 'failed' && pricing.offline && <OfflineNote next={labels.retryOnline} />}
      <p className="mt-6 border-t border-rule pt-3 text-label text-soft">
        {withColon(deadline.label, '', language)} <span>{deadline.date}</span>
      </p>
    </div>
  );
}

type NoPriceProps = {
  state: 'none' | 'loading' | 'shown';
  offer: Offer;
  labels: RegistrationLabels['price'];
};

function NoPrice({ state, offer, labels }: NoPriceProps) {
  return (
    <div className="pt-5 lg:min-h-44">
      <p className="max-w-[20em] text-small text-soft">
        {state === 'none' ? offer.askToChoose : labels[state]}
      </p>
      {state !== 'shown' && (
        <div className="mt-4 max-lg:hidden">
          <PriceList table={offer.priceTable} />
        </div>
      )}
    </div>
  );
}

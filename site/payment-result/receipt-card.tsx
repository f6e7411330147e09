import conference from 'content:conference';
import type { ReactNode } from 'react';
import drawing from '#site/drawings/receipt.svg';
import type { OpenedCheckout } from '#site/forms/checkout.ts';
import { Drawing } from '#site/ui/drawing.tsx';
import { MailAddress } from '#site/ui/mail-address.tsx';
import { momentText } from '#site/ui/moment-text.ts';
import type { Receipt } from './payment-view.ts';

type ReceiptCardProps = { receipt: Receipt };

/** Looks like a ticket: the conference, what was paid for, and a drawing on its stub. */
export function ReceiptCard({ receipt }: ReceiptCardProps) {
  const { product, description, reference, paidBy, paidAt, order } = receipt;
  return (
    <section
      aria-label="Receipt"
      className="flex break-inside-avoid flex-col overflow-hidden rounded-edge border border-ink bg-raised sm:flex-row"
    >
      <div className="min-w-0 flex-1 p-6 sm:p-9">
        <p className="font-serif text-name">{conference.name}</p>
        <p className="mt-1 text-small text-soft">
          {conference.dates.text} · {conference.city}, {conference.country}
        </p>
        <dl className="mt-8 border-b border-rule">
          <div className="pb-8">
            <dt className="text-label font-semibold text-good">Reference</dt>
            <dd translate="no" className="mt-1.5 font-serif text-name sm:text-heading">
              {reference}
            </dd>
          </div>
          {order ? (
            <OrderRows order={order} />
          ) : (
            <Row label="For">
              <span className="block font-medium">{product}</span>
              {description && description !== product && (
                <span className="block text-small text-soft">{description}</span>
              )}
            </Row>
          )}
          <Row label="Paid by">{paidBy}</Row>
          {paidAt && (
            <Row label="Paid on">
              <time dateTime={paidAt} title={momentText(paidAt, 'UTC')}>
                {momentText(paidAt, conference.dates.timezone)}
              </time>
            </Row>
          )}
        </dl>
      </div>
      <div className="relative h-24 shrink-0 overflow-hidden border-t border-dashed border-edge text-accent sm:h-auto sm:w-40 sm:border-t-0 sm:border-l">
        {/* The box, upright or wide, shows its upper left part. */}
        <Drawing
          file={drawing}
          width={450}
          height={663}
          fit="xMinYMin slice"
          className="absolute top-0 left-0 h-full w-full min-h-[42rem] min-w-[30rem]"
        />
      </div>
    </section>
  );
}

/** What this browser knows of the order; the server names nobody. */
function OrderRows({ order }: { order: OpenedCheckout }) {
  const { name, email, bought, requests, total } = order;
  return (
    <>
      {total !== undefined && (
        <Row label="Amount">
          <span translate="no" className="font-medium">
            {total}
          </span>
        </Row>
      )}
      <Row label="For">
        <span className="block font-medium">{bought}</span>
        {requests.length > 0 && (
          <span className="block text-small text-soft">
            Requested, not part of the price: {requests.join(', ')}
          </span>
        )}
      </Row>
      <Row label="Name">
        <span translate="no">{name}</span>
      </Row>
      <Row label="Receipt to">
        <span className="block break-words">
          <MailAddress address={email} />
        </span>
        <span className="block text-small text-soft">
          Not your address?{' '}
          <a className="link" href={`mailto:${conference.secretary.email}`}>
            Write to the secretary
          </a>
        </span>
      </Row>
    </>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex gap-4 border-t border-rule py-3">
      <dt className="w-22 shrink-0 text-small leading-(--text-body--line-height) text-soft">
        {label}
      </dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

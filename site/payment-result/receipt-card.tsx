import conference from 'content:conference';
import type { ReactNode } from 'react';
import { LatticeArt } from '#site/ui/lattice-art.tsx';
import { latticeWalks } from '#site/ui/lattice-walks.ts';
import type { Receipt } from './payment-view.ts';

/** Looks like a ticket: the conference, what was paid for, and a lattice drawn from the reference. */
export function ReceiptCard({ receipt }: { receipt: Receipt }) {
  const { product, description, reference, paidBy, checkedAt } = receipt;
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
            <dd className="mt-1.5 font-serif text-name sm:text-heading">{reference}</dd>
          </div>
          <Row label="For">
            <span className="block font-medium">{product}</span>
            {description && <span className="block text-small text-soft">{description}</span>}
          </Row>
          <Row label="Paid by">{paidBy}</Row>
          <Row label="Confirmed">
            <time dateTime={checkedAt}>{inWords(checkedAt)}</time>
          </Row>
        </dl>
      </div>
      <ReceiptLattice
        of={reference}
        className="h-24 border-t border-dashed border-edge text-accent sm:h-auto sm:w-40 sm:border-t-0 sm:border-l"
      />
    </section>
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

/** In UTC: the payer, the bank and the organisers may be in three time zones. */
function inWords(iso: string): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${format.format(new Date(iso))} UTC`;
}

const columns = 20;
const rows = 51;

type ReceiptLatticeProps = { of: string; className: string };

/** The drawing on the stub of a receipt. The box, upright or wide, shows its upper left part. */
function ReceiptLattice({ of: reference, className }: ReceiptLatticeProps) {
  const seed = [...reference].reduce((hash, sign) => (hash * 31 + sign.charCodeAt(0)) | 0, 7);
  const chains = latticeWalks({ seed, columns, rows, density: () => 1 });
  return (
    <div className={`relative shrink-0 overflow-hidden ${className}`}>
      <LatticeArt
        {...{ columns, rows }}
        heavy={chains.slice(0, 2)}
        fine={chains.slice(2)}
        fit="xMinYMin slice"
        className="absolute top-0 left-0 h-full w-full min-h-[42rem] min-w-[30rem]"
      />
    </div>
  );
}

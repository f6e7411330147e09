import { language } from 'content:language';
import { inOneLine } from '#contract/content/languages.ts';
import * as labels from 'content:labels/paymentResult';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import conference from 'content:conference';
import type { ReactNode } from 'react';
import type { Pages } from '#contract/content/shapes/pages-shape.ts';
import drawing from 'theme:drawings/receipt';
import type { OpenedCheckout } from '#site/forms/checkout.ts';
import { mailAddress } from '#site/layout/mail-address.ts';
import { Button, ButtonLink } from '#site/ui/button.tsx';
import { Drawing } from '#site/ui/drawing.tsx';
import { MailAddress } from '#site/ui/mail-address.tsx';
import { momentText } from '#site/ui/moment-text.ts';
import { methods, type Receipt } from './payment-view.ts';

type PaidViewProps = {
  receipt: Receipt;
  wasPaidBefore?: boolean;
  saidFirst?: string;
  words: Pages['paymentResult']['success'];
};

export function PaidView({ receipt, wasPaidBefore, saidFirst, words }: PaidViewProps) {
  const { product, next, nextOfDiscount } = words;
  const { order } = receipt;
  const isDiscount = receipt.isDiscount || order?.kind === 'discount';
  return (
    <div className="page grid-page gap-y-14 pt-10 lg:pt-14">
      <div className="col-span-12 lg:col-span-7">
        <ReceiptCard receipt={{ ...receipt, product: receipt.product ?? product }} />
        {saidFirst && (
          <p className="mt-5 text-label text-soft">
            {fillPlaceholders(labels.saidFirst, { message: saidFirst })}
          </p>
        )}
      </div>
      <div className="col-span-12 lg:col-span-4 lg:col-start-9">
        <div className="mb-10 flex flex-wrap gap-x-6 gap-y-3 print:hidden">
          {order && (
            <>
              {/* The server's pages have no language in their addresses. */}
              <a href={order.receipt} className="button primary">
                {labels.openReceipt}
              </a>
              <a href={`${order.receipt}/${receipt.reference}.pdf`} className="button secondary">
                {labels.receiptAsPdf}
              </a>
            </>
          )}
          <ButtonLink to="/conference.ics" reloadDocument variant="quiet">
            {labels.addToCalendar}
          </ButtonLink>
          <Button variant={order ? 'quiet' : 'primary'} onClick={() => window.print()}>
            {labels.print}
          </Button>
        </div>
        {/* A payer who had paid before has already read the next steps. */}
        {!wasPaidBefore &&
          (isDiscount ? (
            <NextSteps {...nextOfDiscount}>
              <ButtonLink to={namesMail(receipt.reference, nextOfDiscount)} variant="secondary">
                {nextOfDiscount.button}
              </ButtonLink>
            </NextSteps>
          ) : (
            <NextSteps {...next} />
          ))}
      </div>
    </div>
  );
}

/** A prepared mail in which the payer names the participants. */
function namesMail(
  reference: string,
  { subject, body }: PaidViewProps['words']['nextOfDiscount'],
): string {
  return mailAddress(conference.secretary.email, {
    subject: `${subject}: ${reference}`,
    body: `${body}\n\n1. \n2. \n`,
  });
}

type NextStepsProps = PaidViewProps['words']['next'] & { children?: ReactNode };

function NextSteps({ heading, steps, children }: NextStepsProps) {
  return (
    <section aria-labelledby="next">
      <h2 id="next" className="border-t border-ink pt-4 font-serif text-name">
        {heading}
      </h2>
      <ol className="mt-5">
        {steps.map((step, at) => (
          <li key={step} className="flex gap-5 border-t border-rule py-4">
            <span aria-hidden="true" className="text-small font-semibold text-accent">
              {at + 1}
            </span>
            <span className="text-small">{step}</span>
          </li>
        ))}
      </ol>
      {children && <div className="mt-6">{children}</div>}
    </section>
  );
}

type ReceiptCardProps = { receipt: Receipt };

/** A card like a ticket: the conference, the paid things, and a drawing on the stub. */
export function ReceiptCard({ receipt }: ReceiptCardProps) {
  const { product, description, reference, paidBy, isFree, paidAt, order } = receipt;
  return (
    <section
      aria-label={labels.receipt}
      className="flex break-inside-avoid flex-col overflow-hidden rounded-edge border border-ink bg-raised sm:flex-row"
    >
      <div className="min-w-0 flex-1 p-6 sm:p-9">
        <p className="font-serif text-name">{conference.name}</p>
        <p className="mt-1 text-small text-soft">
          {conference.dates.text} · {inOneLine([conference.city, conference.country], language)}
        </p>
        <dl className="mt-8 border-b border-rule">
          <div className="pb-8">
            <dt className="text-label font-semibold text-good">{labels.reference}</dt>
            <dd translate="no" className="mt-1.5 font-serif text-name sm:text-heading">
              {reference}
            </dd>
          </div>
          {order ? (
            <OrderRows order={order} />
          ) : (
            <Row label={labels.bought}>
              <span className="block font-medium">{product}</span>
              {description && description !== product && (
                <span className="block text-small text-soft">{description}</span>
              )}
            </Row>
          )}
          {!isFree && <Row label={labels.paidBy}>{methods[paidBy]}</Row>}
          {!isFree && paidAt && (
            <Row label={labels.paidOn}>
              <time dateTime={paidAt} title={momentText(paidAt, 'UTC')}>
                {momentText(paidAt, conference.dates.timezone)}
              </time>
            </Row>
          )}
        </dl>
      </div>
      <div className="relative h-24 shrink-0 overflow-hidden border-t border-dashed border-edge text-accent sm:h-auto sm:w-40 sm:border-t-0 sm:border-s">
        {/* The stub shows the upper left part of the drawing. */}
        <Drawing
          file={drawing}
          width={450}
          height={663}
          fit="xMinYMin slice"
          className="absolute top-0 start-0 h-full w-full min-h-[42rem] min-w-[30rem]"
        />
      </div>
    </section>
  );
}

/** Rows with data from this browser. The server's answers name no person. */
function OrderRows({ order }: { order: OpenedCheckout }) {
  const { name, email, bought, requests, total } = order;
  return (
    <>
      {total !== undefined && (
        <Row label={labels.amount}>
          <span translate="no" className="font-medium">
            {total}
          </span>
        </Row>
      )}
      <Row label={labels.bought}>
        <span className="block font-medium">{bought}</span>
        {requests.length > 0 && (
          <span className="block text-small text-soft">
            {fillPlaceholders(labels.requested, { requests: inOneLine(requests, language) })}
          </span>
        )}
      </Row>
      <Row label={labels.person}>
        <span translate="no">{name}</span>
      </Row>
      <Row label={labels.receiptTo}>
        <span className="block break-words">
          <MailAddress address={email} />
        </span>
        <span className="block text-small text-soft">
          {labels.notYourAddress}{' '}
          <a className="link" href={`mailto:${conference.secretary.email}`}>
            {labels.writeToSecretary}
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

import conference from 'content:conference';
import type { ReactNode } from 'react';
import type { Pages } from '#contract/content/pages-shape.ts';
import { mailAddress } from '#site/layout/mail-address.ts';
import { Button, ButtonLink } from '#site/ui/button.tsx';
import type { Receipt } from './payment-view.ts';
import { ReceiptCard } from './receipt-card.tsx';

type PaidViewProps = {
  receipt: Receipt;
  wasPaidBefore?: boolean;
  words: Pages['paymentResult']['success'];
};

export function PaidView({ receipt, wasPaidBefore, words }: PaidViewProps) {
  const { product, next, nextOfDiscount } = words;
  const { order } = receipt;
  const isDiscount = receipt.isDiscount || order?.kind === 'discount';
  return (
    <div className="page grid-page gap-y-14 pt-10 lg:pt-14">
      <div className="col-span-12 lg:col-span-7">
        <ReceiptCard receipt={{ ...receipt, product: receipt.product ?? product }} />
      </div>
      <div className="col-span-12 lg:col-span-4 lg:col-start-9">
        <div className="mb-10 flex flex-wrap gap-x-6 gap-y-3 print:hidden">
          {order && (
            <>
              <ButtonLink to={order.receipt} reloadDocument>
                Open the receipt
              </ButtonLink>
              <ButtonLink
                to={`${order.receipt}/${receipt.reference}.pdf`}
                reloadDocument
                variant="secondary"
              >
                Receipt as PDF
              </ButtonLink>
            </>
          )}
          <ButtonLink to="/conference.ics" reloadDocument variant="quiet">
            Add to your calendar
          </ButtonLink>
          <Button variant={order ? 'quiet' : 'primary'} onClick={() => window.print()}>
            Print this page
          </Button>
        </div>
        {/* Whoever had paid before was told then. */}
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

/** A mail with the names of those who take part, for the payer to send. */
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

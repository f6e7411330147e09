import { language } from 'content:language';
import * as labels from 'content:labels/paymentResult';
import { withColon } from '#contract/content/languages.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import conference from 'content:conference';
import type { Pages } from '#contract/content/shapes/pages-shape.ts';
import { mailAddress } from '#site/layout/mail-address.ts';
import { Banner } from '#site/ui/banner.tsx';
import { Button, ButtonLink } from '#site/ui/button.tsx';
import { momentText } from '#site/ui/moment-text.ts';
import { isOpen, methods, type PaymentFailure } from './payment-view.ts';

type FailedViewProps = {
  failure: PaymentFailure;
  words: Pages['paymentResult'];
  checkAgain: () => void;
};

/** If a second payment could charge the visitor twice, Check again is before Try Again, and Try Again is less prominent. */
export function FailedView({ failure, words, checkAgain }: FailedViewProps) {
  const { message, advice, reference, checkoutUrl, otherPaid } = failure;
  const mail = supportMail(conference.secretary.email, words.supportSubject, failure);
  const isCertain = advice === 'notCharged' || advice === 'badLink';
  return (
    <div className="page grid-page gap-y-12 pt-10 lg:pt-14">
      <div className="col-span-12 lg:col-span-7">
        <Banner tone={isCertain ? 'error' : 'warning'}>
          <p className="text-body font-semibold">{message}</p>
        </Banner>
        {otherPaid && <OtherPaid {...otherPaid} />}
        <p className="mt-7 max-w-[35em]">{words.advice[advice]}</p>
        {reference && (
          <p className="mt-6 border-y border-rule py-4">
            <span className="me-5 text-small text-soft">{labels.yourReference}</span>
            <strong translate="no" className="break-all">
              {reference}
            </strong>
          </p>
        )}
        <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
          {checkoutUrl && (
            <ButtonLink to={checkoutUrl} reloadDocument>
              {labels.continuePayment}
            </ButtonLink>
          )}
          {isOpen(failure) && (
            <Button variant={checkoutUrl ? 'secondary' : 'primary'} onClick={checkAgain}>
              {labels.checkAgain}
            </Button>
          )}
          <ButtonLink to="/register" variant={isCertain && !otherPaid ? 'primary' : 'quiet'}>
            {labels.tryAgain}
          </ButtonLink>
        </div>
      </div>
      <div className="col-span-12 lg:col-span-4 lg:col-start-9">
        <p className="border-t border-ink pt-4 text-small">{words.supportNote}</p>
        <p className="mt-5">
          <ButtonLink to={mail} variant="secondary">
            {labels.contactSupport}
          </ButtonLink>
        </p>
        <TechnicalDetails failure={failure} />
      </div>
    </div>
  );
}

/** A link to another payment that was confirmed in this browser, for visitors with a bookmark or a new tab. */
function OtherPaid({ address, reference, paidAt }: NonNullable<PaymentFailure['otherPaid']>) {
  const { timezone } = conference.dates;
  const words = paidAt
    ? fillPlaceholders(labels.otherPaidOn, { moment: momentText(paidAt, timezone) })
    : labels.otherPaid;
  return (
    <Banner tone="good" className="mt-6">
      <p>
        <span>{words}</span> <span translate="no">{reference}</span>.
      </p>
      <ButtonLink to={address} variant="quiet">
        {labels.showIt}
      </ButtonLink>
    </Banner>
  );
}

function TechnicalDetails({ failure }: { failure: PaymentFailure }) {
  return (
    <details className="mt-8 border-t border-rule">
      <summary className="min-h-11 cursor-pointer py-3 text-small font-semibold">
        {labels.details}
      </summary>
      <dl className="pb-2 text-small">
        {detailsOf(failure).map(([label, value]) => (
          <div key={label} className="border-t border-rule py-2.5">
            <dt className="text-label text-faint">{label}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** The lines by which support finds the payment. No line names a person. */
function detailsOf(failure: PaymentFailure): [label: string, value: string][] {
  const { message, reference, paidBy, lastAnswer, attempts, at } = failure;
  const lines: [string, string | undefined][] = [
    [labels.message, message],
    [labels.reference, reference],
    [labels.paidBy, paidBy && methods[paidBy]],
    [labels.time, inUtc(at)],
    [labels.attempts, attempts > 0 ? String(attempts) : undefined],
    [labels.lastAnswer, lastAnswer],
  ];
  return lines.flatMap(([label, value]) => (value ? [[label, value]] : []));
}

/** A link that opens a mail to the secretary in the visitor's mail program. */
export function supportMail(to: string, subject: string, failure: PaymentFailure): string {
  const body = detailsOf(failure).map(([label, value]) => withColon(label, value, language));
  return mailAddress(to, {
    subject: failure.reference ? withColon(subject, failure.reference, language) : subject,
    body: `\n\n${body.join('\n')}\n`,
  });
}

/** "2026-05-29 08:00:00 UTC" */
function inUtc(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
}

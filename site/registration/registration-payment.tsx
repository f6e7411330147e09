import * as forms from 'content:labels/forms';
import { type ReactNode, useRef } from 'react';
import type { Way } from '#contract/content/ways.ts';
import type { OfferedWay } from '#site/forms/payment-ways.ts';
import { Focused, useFocusKept } from '#site/forms/focus.tsx';
import { OfflineNote, PayeeNote, PrivacyNote } from '#site/forms/form-notes.tsx';
import { FormSection } from '#site/forms/form-section.tsx';
import { Banner } from '#site/ui/banner.tsx';
import { Button } from '#site/ui/button.tsx';
import type { RegistrationLabels } from './registration-labels.ts';
import type { CheckoutError } from './check-out-registration.ts';

type RegistrationPaymentProps = {
  labels: RegistrationLabels['payment'];
  heading: string;
  ways: readonly OfferedWay[];
  /** The sentence about the next page. */
  next: string;
  /** Whether there is nothing to pay. */
  isFree: boolean;
  payee: string;
  total: string | undefined;
  ready: boolean;
  busy: Way | undefined;
  progress: string;
  errors: readonly CheckoutError[];
  onPay: (way: Way) => void;
  /** Nobody is led to the payment of something that is sold out. The buttons still say why they do not pay. */
  isSoldOut: boolean;
  waitingList: ReactNode;
  /** The note about saved entries, if it belongs beside an error. */
  savedEntries: ReactNode;
  /** The note below the section. */
  children: ReactNode;
};

export function RegistrationPayment(props: RegistrationPaymentProps) {
  const {
    labels,
    heading,
    ways,
    next,
    isFree,
    payee,
    total,
    ready,
    busy,
    progress,
    errors,
    onPay,
    isSoldOut,
    waitingList,
    savedEntries,
    children,
  } = props;
  const progressLine = useRef<HTMLParagraphElement>(null);
  useFocusKept(progressLine, busy !== undefined);
  const names: Record<Way, string> = {
    card: labels.payWithCard,
    paypal: labels.payWithPaypal,
    transfer: labels.payByTransfer,
  };
  const button = (way: Way, label: string, isFirst: boolean) => (
    <Button
      variant={isFirst && !isSoldOut ? 'primary' : 'secondary'}
      disabled={!ready || busy !== undefined}
      pending={busy === way}
      onClick={() => onPay(way)}
      className="w-full"
    >
      {busy === way ? forms.processing : label}
    </Button>
  );
  return (
    <>
      <FormSection heading={heading}>
        <CheckoutErrors
          labels={labels}
          errors={errors}
          finished={!busy}
          waitingList={waitingList}
        />
        {savedEntries && <div className="mb-8">{savedEntries}</div>}
        {isFree ? (
          <p className="mb-6 text-small text-soft">{next}</p>
        ) : (
          <PayeeNote payee={payee} total={total} next={next} />
        )}
        <div className="grid gap-x-5 gap-y-8 sm:grid-cols-2">
          {isFree
            ? ways.slice(0, 1).map(({ way }) => button(way, labels.registerFree, true))
            : ways.map((offered, at) => (
                <WayToPay key={offered.way} offered={offered}>
                  {button(offered.way, names[offered.way], at === 0)}
                </WayToPay>
              ))}
        </div>
        <p
          ref={progressLine}
          tabIndex={-1}
          aria-live="polite"
          className="mt-4 min-h-6 text-small font-medium focus:outline-none"
        >
          {progress}
        </p>
        <PrivacyNote />
      </FormSection>
      {children}
    </>
  );
}

function WayToPay({ offered, children }: { offered: OfferedWay; children: ReactNode }) {
  const { way, title, text } = offered;
  return (
    <div data-way={way} className="flex flex-col">
      <h3 className="font-semibold">{title}</h3>
      <p className="mb-4 flex-1 text-small text-soft">{text}</p>
      {children}
    </div>
  );
}

type CheckoutErrorsProps = {
  labels: RegistrationLabels['payment'];
  errors: readonly CheckoutError[];
  /** Whether the checkout has ended. The focus may move to the errors only then. */
  finished: boolean;
  /** A link to the waiting list. It appears if the places are sold out. */
  waitingList: ReactNode;
};

function CheckoutErrors({ labels, errors: all, finished, waitingList }: CheckoutErrorsProps) {
  // The server often refuses the registration and its payment with the same message, which the page shows once.
  const errors = all.filter((error) => all.findLast(({ text }) => text === error.text) === error);
  // Every change of the form makes a new array, but must not move the focus. So the focus depends on the texts.
  const texts = errors.map(({ text }) => text).join('\n');
  if (errors.length === 0) return null;
  return (
    <Focused when={finished && texts} className="mb-8 grid gap-3">
      {errors.map((error) => (
        <Banner
          key={error.with}
          tone="error"
          {...(error.with === 'checkout' && { heading: labels.paymentError })}
        >
          <p>{error.text}</p>
          {error.soldOut && waitingList}
        </Banner>
      ))}
      {errors.some(({ offline }) => offline) && <OfflineNote next={forms.pressAgainOnline} />}
    </Focused>
  );
}

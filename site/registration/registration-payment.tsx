import * as forms from 'content:labels/forms';
import { type ReactNode, useRef } from 'react';
import type { Titled } from '#contract/content/page-words.ts';
import type { Pages } from '#contract/content/pages-shape.ts';
import type { Method } from '#site/forms/checkout.ts';
import { Focused, useFocusKept } from '#site/forms/focus.tsx';
import { OfflineNote, PayeeNote, PrivacyNote } from '#site/forms/form-notes.tsx';
import { FormSection } from '#site/forms/form-section.tsx';
import { Banner } from '#site/ui/banner.tsx';
import { Button } from '#site/ui/button.tsx';
import type { RegistrationLabels } from './registration-labels.ts';
import type { CheckoutError } from './check-out-registration.ts';

type RegistrationPaymentProps = {
  labels: RegistrationLabels['payment'];
  words: Pages['registration']['payment'];
  payee: string;
  total: string | undefined;
  ready: boolean;
  busy: Method | undefined;
  progress: string;
  errors: readonly CheckoutError[];
  onPay: (method: Method) => void;
  /** Nobody is led to the payment of something that is sold out. The buttons still say why they do not pay. */
  isSoldOut: boolean;
  waitingList: ReactNode;
  children: ReactNode;
};

export function RegistrationPayment(props: RegistrationPaymentProps) {
  const {
    labels,
    words,
    payee,
    total,
    ready,
    busy,
    progress,
    errors,
    onPay,
    isSoldOut,
    waitingList,
    children,
  } = props;
  const progressLine = useRef<HTMLParagraphElement>(null);
  useFocusKept(progressLine, busy !== undefined);
  const ways = [
    { method: 'card', words: words.card, label: labels.payWithCard },
    { method: 'paypal', words: words.paypal, label: labels.payWithPaypal },
  ] as const;
  return (
    <FormSection heading={words.heading}>
      <CheckoutErrors labels={labels} errors={errors} finished={!busy} waitingList={waitingList} />
      {children && <div className="mb-8">{children}</div>}
      <PayeeNote payee={payee} total={total} />
      <div className="grid gap-x-5 gap-y-8 sm:grid-cols-2">
        {ways.map(({ method, words: way, label }) => (
          <Way key={method} words={way}>
            <Button
              variant={method === 'card' && !isSoldOut ? 'primary' : 'secondary'}
              disabled={!ready || busy !== undefined}
              pending={busy === method}
              onClick={() => onPay(method)}
              className="w-full"
            >
              {busy === method ? forms.processing : label}
            </Button>
          </Way>
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
  );
}

function Way({ words, children }: { words: Titled; children: ReactNode }) {
  return (
    <div className="flex flex-col">
      <h3 className="font-semibold">{words.title}</h3>
      <p className="mb-4 flex-1 text-small text-soft">{words.text}</p>
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

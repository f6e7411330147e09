import * as labels from 'content:labels/discount';
import * as forms from 'content:labels/forms';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { useRef } from 'react';
import { amountText, type Cents, type Currency } from '#contract/money.ts';
import { CaptchaSection, type Guarded } from '#site/forms/captcha-section.tsx';
import type { Way } from '#contract/content/ways.ts';
import type { OfferedWay } from '#site/forms/payment-ways.ts';
import { Focused, useFocusKept } from '#site/forms/focus.tsx';
import { OfflineNote, PayeeNote, PrivacyNote } from '#site/forms/form-notes.tsx';
import { FormSection } from '#site/forms/form-section.tsx';
import { Banner } from '#site/ui/banner.tsx';
import { Button } from '#site/ui/button.tsx';
import { RadioGroup } from '#site/ui/radio-group.tsx';
import type { Outcome } from './check-out-discount.ts';
import type { DiscountFieldOf } from './discount-fields.ts';

type DiscountPaymentProps = {
  heading: string;
  payee: string;
  ways: readonly OfferedWay[];
  /** The sentence about the next page. */
  next: string;
  of: Guarded;
  field: DiscountFieldOf;
  method: Way;
  total: Cents;
  currency: Currency;
  ready: boolean;
  busy: Way | undefined;
  /** Whether a field failed and the visitor has not edited it since. */
  incomplete: boolean;
  outcome: Outcome | undefined;
};

const names: Record<Way, string> = {
  card: labels.card,
  paypal: labels.paypal,
  transfer: labels.transfer,
};
const processing: Record<Way, string> = {
  card: forms.processing,
  paypal: labels.processingPaypal,
  transfer: forms.processing,
};

/** The payment method, the captcha and the pay button. */
export function DiscountPayment(props: DiscountPaymentProps) {
  const {
    heading,
    payee,
    ways,
    next,
    of,
    field,
    method,
    total,
    currency,
    ready,
    busy,
    incomplete,
    outcome,
  } = props;
  const button = useRef<HTMLDivElement>(null);
  useFocusKept(button, busy !== undefined);
  const ended = busy ? undefined : outcome;
  const banner = incomplete ? <Banner tone="error">{labels.fillInAll}</Banner> : bannerOf(ended);
  return (
    <>
      <FormSection heading={labels.payment}>
        <PayeeNote
          payee={payee}
          total={total > 0 ? amountText(total, currency) : undefined}
          next={next}
        />
        {ways.length > 1 && (
          <RadioGroup
            legend={heading}
            choices={ways.map(({ way, text }) => ({ value: way, label: names[way], hint: text }))}
            {...field('method')}
          />
        )}
      </FormSection>
      <CaptchaSection of={of} hint={labels.captchaHint} autoCapitalize="characters">
        {banner && (
          <Focused when={ended} className="mt-8">
            {banner}
          </Focused>
        )}
        <div ref={button} tabIndex={-1} className="focus:outline-none">
          <Button
            type="submit"
            disabled={!ready}
            pending={busy !== undefined}
            className="mt-8 w-full"
          >
            {busy
              ? processing[busy]
              : fillPlaceholders(method === 'transfer' ? labels.payByTransfer : labels.payWith, {
                  total: amountText(total, currency),
                  method: names[method],
                })}
          </Button>
        </div>
        <PrivacyNote />
      </CaptchaSection>
    </>
  );
}

/** The outcome of the last attempt. The focus moves to this message, unless a field failed. */
function bannerOf(outcome: Outcome | undefined) {
  switch (outcome?.end) {
    case 'failed':
      return (
        <>
          <Banner tone="error">{outcome.text}</Banner>
          {outcome.offline && <OfflineNote next={forms.pressAgainOnline} />}
        </>
      );
    case 'taken':
      return (
        <Banner tone="good" heading={labels.received}>
          {labels.thanks}
        </Banner>
      );
    default:
      return null;
  }
}

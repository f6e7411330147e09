import { type FormEvent, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import type { Conference } from '#contract/content/conference-shape.ts';
import type { Pages } from '#contract/content/pages-shape.ts';
import { CaptchaSection } from '#site/forms/captcha-section.tsx';
import { DraftNote } from '#site/forms/draft-note.tsx';
import { showFirstFailing } from '#site/forms/first-failing-field.ts';
import { onThisDevice } from '#site/forms/shelf.ts';
import { useGuardedForm } from '#site/forms/use-guarded-form.ts';
import { AccommodationBox } from './accommodation-box.tsx';
import { ParticipantFields } from './participant-fields.tsx';
import { ParticipationFields } from './participation-fields.tsx';
import { RegistrationPayment } from './registration-payment.tsx';
import { PriceBreakdown } from './price-breakdown.tsx';
import {
  PAYPAL_REGISTRATION,
  forgetRegistrationDraft,
  PENDING_REGISTRATION,
  REGISTRATION_FORM,
} from './registration-draft.ts';
import {
  defaults,
  readRegistrationDraft,
  type RegistrationEntry,
  type RegistrationFields,
  rulesFor,
} from './registration-rules.ts';
import { RegistrationSuccess } from './registration-success.tsx';
import { hasRoom, pricingQuestionOf } from './pricing-question.ts';
import { SetAsideNote } from './set-aside-note.tsx';
import { type Method, useRegistrationCheckout } from './use-registration-checkout.ts';
import { usePricing } from './use-pricing.ts';
import { useSetAside } from './use-set-aside.ts';

export type RegistrationWords = Pages['registration'] & {
  conference: string;
  deadline: string;
  place: Conference['accommodation'];
  countries: readonly string[];
};

export function RegistrationForm({ words }: { words: RegistrationWords }) {
  const element = useRef<HTMLFormElement>(null);
  const guarded = useGuardedForm<RegistrationFields, RegistrationEntry>({
    name: REGISTRATION_FORM,
    defaults,
    read: readRegistrationDraft,
    companions: [PENDING_REGISTRATION],
    rulesFor,
  });
  const { form, field, startOver } = guarded;
  const aside = useSetAside();

  const [country, registrationType, presentationType, nights, guests] = useWatch({
    control: form.control,
    name: ['country', 'registrationType', 'presentationType', 'nights', 'guests'],
  });
  const question = pricingQuestionOf({ registrationType, presentationType, nights, guests });
  const { pricing, askAgain } = usePricing(question);
  const prices = pricing.state === 'shown' ? pricing.options : [];

  const clear = () => {
    // It outlives the draft, but not the visitor's wish to leave nothing here.
    onThisDevice.drop(PAYPAL_REGISTRATION);
    aside.discard();
    startOver();
  };
  const payment = useRegistrationCheckout(words.conference, () => {
    aside.setAside(form.getValues());
    startOver();
  });
  const check = () =>
    new Promise<RegistrationEntry | undefined>((resolve) => {
      void form.handleSubmit(resolve, (failed) => {
        showFirstFailing(element.current, Object.keys(failed));
        resolve(undefined);
      })();
    });
  const pay = (method: Method) => void payment.pay({ method, check, prices });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void payment.pay({ method: 'card', check, prices, submitted: true });
  };

  const ready = guarded.code !== undefined;
  const busy = payment.busy !== undefined;
  const troubles = payment.troubles.filter(
    (trouble) => trouble.with !== 'price' || prices.length === 0,
  );
  const bringBack = aside.entries && !busy && (
    <SetAsideNote
      onBringBack={() => {
        form.reset(aside.entries, { keepDefaultValues: true });
        aside.discard();
      }}
      onDiscard={aside.discard}
    />
  );
  return (
    <>
      <form
        ref={element}
        id={REGISTRATION_FORM}
        noValidate
        onSubmit={onSubmit}
        className="grid-page gap-y-12 lg:gap-y-16"
      >
        {/* What the Enter key presses; the buttons below are not of that kind. */}
        <button
          type="submit"
          disabled={!ready || busy}
          tabIndex={-1}
          aria-hidden="true"
          className="sr-only"
        />
        <div className="col-span-12 grid gap-y-12 lg:col-span-7">
          <DraftNote disabled={!ready || busy} onClear={clear} />
          {troubles.length === 0 && bringBack}
          <ParticipantFields field={field} country={country} countries={words.countries} />
          <ParticipationFields field={field} />
          <AccommodationBox
            field={field}
            words={words.accommodation}
            place={words.place}
            open={hasRoom({ registrationType })}
          />
          <CaptchaSection
            of={guarded}
            masked
            hint="Capital and small letters differ. Alt+V or Ctrl+V pastes the code."
          />
        </div>
        <div className="col-span-12 lg:col-span-4 lg:col-start-9 lg:row-span-2">
          <div className="lg:sticky lg:top-(--landing)">
            <PriceBreakdown pricing={pricing} conference={words.conference} onAskAgain={askAgain} />
          </div>
        </div>
        <div className="col-span-12 lg:col-span-7">
          <RegistrationPayment
            words={words.payment}
            ready={ready}
            busy={payment.busy}
            progress={payment.progress}
            troubles={troubles}
            onPay={pay}
          >
            {troubles.length > 0 && bringBack}
          </RegistrationPayment>
        </div>
      </form>
      <RegistrationSuccess
        words={words.success}
        onClose={() => {
          forgetRegistrationDraft();
          aside.discard();
          startOver();
        }}
      />
    </>
  );
}

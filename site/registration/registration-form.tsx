import { withElements } from '#site/ui/sentence.ts';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import type { Conference } from '#contract/content/shapes/conference-shape.ts';
import type { Pages } from '#contract/content/shapes/pages-shape.ts';
import type { Way } from '#contract/content/ways.ts';
import { CaptchaSection } from '#site/forms/captcha-section.tsx';
import { forgetCheckout } from '#site/forms/checkout.ts';
import type { PaymentWays } from '#site/forms/payment-ways.ts';
import { useWays } from '#site/forms/use-ways.ts';
import { DraftNote, OfferedEntriesNote } from '#site/forms/form-notes.tsx';
import { showAndFocus, showFirstFailing } from '#site/forms/focus.tsx';
import { onThisDevice } from '#site/forms/expiring-storage.ts';
import { PAYPAL_REGISTRATION, PENDING_REGISTRATION } from '#site/forms/storage-keys.ts';
import { removePaidDraft } from '#site/forms/form-draft.ts';
import { FormSection } from '#site/forms/form-section.tsx';
import type { OpeningWords } from '#site/forms/opening-words.ts';
import type { CountryChoice } from '#site/forms/translated-choices.ts';
import { PersonFields } from '#site/forms/person-fields.tsx';
import { useGuardedForm } from '#site/forms/use-guarded-form.ts';
import { SelectField, TextField } from '#site/ui/field.tsx';
import { useInBrowser } from '#site/forms/use-in-browser.ts';
import { lazyPart } from '#site/forms/lazy-part.tsx';
import { AccommodationBox } from './accommodation-box.tsx';
import type { RegistrationLabels } from './registration-labels.ts';
import { RegistrationPayment } from './registration-payment.tsx';
import { billOf, totalOf } from './bill.ts';
import type { Offer } from './offer.ts';
import { emptyEntries, readEntries } from './offered-entries.ts';
import { PriceBreakdown } from './price-breakdown.tsx';
import { PriceList } from './price-list.tsx';
import {
  type RegistrationEntry,
  type RegistrationFieldOf,
  registrationFields,
  rulesFor,
} from './registration-fields.ts';
import { hasRoom, pricingQuestionOf } from './pricing-question.ts';
import { usePricing } from './use-pricing.ts';
import { useRegistrationCheckout } from './use-registration-checkout.ts';
import { REGISTRATION_FORM, useSavedEntries } from './use-saved-entries.ts';

/** Only visitors with `?registered` in the address see this dialog. */
const RegistrationSuccess = lazyPart(
  async () => (await import('./registration-success.tsx')).RegistrationSuccess,
);

/** Only visitors who come back from a payment see this note. */
const SavedEntriesNote = lazyPart(
  async () => (await import('./saved-entries-note.tsx')).SavedEntriesNote,
);

/** Only visitors of a conference that is sold out, or nearly so, see these links. */
const WaitingListLinks = lazyPart(
  async () => (await import('./waiting-list.tsx')).WaitingListLinks,
);

/** Loaded later, because many conferences sell no extras. */
const ExtrasBox = lazyPart(async () => (await import('./extras-box.tsx')).ExtrasBox);

export type RegistrationWords = Pages['registration'] & {
  labels: RegistrationLabels;
  lettersDiffer: string;
  /** With the fee, if there is one. */
  spokenTotal: string;
  conference: string;
  deadline: string;
  place: Conference['accommodation'];
  countries: readonly CountryChoice[];
  offer: Offer;
  ways: PaymentWays;
  payee: string;
  opening: OpeningWords | undefined;
  contact: string;
  /** The mail address of the waiting list. */
  waitingList: string;
  /** The labels of the field for a membership number; absent if no price is for members. */
  membership?: { label: string; hint: string };
};

export function RegistrationForm({ words }: { words: RegistrationWords }) {
  const { offer } = words;
  const element = useRef<HTMLFormElement>(null);
  const guarded = useGuardedForm({
    name: REGISTRATION_FORM,
    fields: registrationFields,
    defaults: emptyEntries(offer),
    read: (draft) => readEntries(draft, offer),
    companions: [PENDING_REGISTRATION],
    rulesFor,
  });
  const { form, field, startOver, undoClear } = guarded;
  const saved = useSavedEntries(form, offer);
  const [isStartedEmpty, setStartedEmpty] = useState(false);
  const undoStart = isStartedEmpty ? undoClear : undefined;

  const [country, registrationType, presentationType, nights, guests, extras] = useWatch({
    control: form.control,
    name: ['country', 'registrationType', 'presentationType', 'nights', 'guests', 'extras'],
  });
  // The address of the page of the waiting list has these values in this order.
  const choice = { registrationType, presentationType, nights, guests, extras };
  const question = pricingQuestionOf(choice, offer);
  const { pricing, askAgain } = usePricing(question);
  const prices = pricing.state === 'shown' ? pricing.options : [];
  const total = prices[0] && billOf(prices[0], offer).total;
  const { ways, next: nextPage } = useWays(words.ways, totalOf(prices[0], offer));

  const clear = (by: 'note' | 'end') => {
    setStartedEmpty(by === 'note');
    // The browser keeps these texts longer than the draft, but a visitor who clears the form wants to remove everything.
    onThisDevice.remove(PAYPAL_REGISTRATION);
    forgetCheckout();
    saved.discard();
    guarded.clear();
  };
  const payment = useRegistrationCheckout(
    { conference: words.conference, offer },
    {
      registered: () => {
        saved.save(form.getValues());
        startOver();
      },
      paidAlready: saved.discard,
    },
  );
  /** Focuses a field without `form.setFocus`, which finds no field right after a reset. */
  const focusOn = (name: keyof RegistrationEntry) => {
    const next = element.current?.elements.namedItem(name);
    if (next instanceof HTMLElement) showAndFocus(next);
  };
  const pay = (method: Way | undefined, submitted = false) =>
    method &&
    void form.handleSubmit(
      // If React Hook Form awaited the payment, the submission would end after the form is emptied.
      (entry) => void payment.pay({ method, entry, prices, submitted }),
      (failed) => {
        payment.forgetErrors();
        showFirstFailing(element.current, Object.keys(failed));
      },
    )();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    pay(ways[0]?.way, true);
  };

  const [search] = useSearchParams();
  // The HTML of the page was built without a query.
  const isRegistered = useInBrowser(() => search.has('registered'), false);
  const ready = guarded.code !== undefined;
  const busy = payment.busy !== undefined;
  const errors = payment.errors.filter((error) => error.with !== 'price' || prices.length === 0);
  const waitingList = (
    <WaitingListLinks
      labels={words.labels.waitingList}
      control={form.control}
      address={words.waitingList}
      offer={offer}
      choice={choice}
    />
  );
  // Beside an error, the note appears only if the visitor can restore entries.
  const hasNote = saved.saved || (errors.length === 0 && (saved.areBack || undoStart));
  const savedEntries = hasNote && !busy && (
    <SavedEntriesNote
      labels={words.labels.saved}
      saved={saved}
      onStartEmpty={() => clear('note')}
      onUndo={undoStart}
      focusOn={focusOn}
    />
  );
  return (
    <>
      <form
        ref={element}
        id={REGISTRATION_FORM}
        noValidate
        method="dialog"
        onSubmit={onSubmit}
        className="grid-page form-page no-script:hidden"
      >
        {/* The Enter key presses this button, because the visible buttons are not submit buttons. */}
        <button
          type="submit"
          disabled={!ready || busy}
          tabIndex={-1}
          aria-hidden="true"
          className="sr-only"
        />
        <div className="form-column">
          {errors.length === 0 && savedEntries}
          {!hasNote && <OfferedEntriesNote offered={guarded.offered} />}
          {/* On a phone the price list is folded, because an open list would push the form out of sight. */}
          <details className="price-fold">
            <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">
              {words.labels.prices}
            </summary>
            <PriceList table={offer.priceTable} />
          </details>
          <PersonFields
            title={field('title')}
            name={field('name')}
            phone={field('phone')}
            email={field('email')}
            organization={field('institute')}
            country={{ ...field('country'), value: country }}
            countries={words.countries}
            failing={guarded.failing}
          />
          <ParticipationFields
            labels={words.labels.participation}
            field={field}
            offer={offer}
            proof={offer.types.find(({ form: value }) => value === presentationType)?.proof}
            membership={words.membership}
          >
            {total && (
              <p aria-hidden="true" className="mt-4 font-semibold lg:hidden">
                {withElements(words.spokenTotal, {
                  total: <span translate="no">{total}</span>,
                })}
              </p>
            )}
          </ParticipationFields>
          {offer.room && words.accommodation && (
            <AccommodationBox
              field={field}
              words={words.accommodation}
              labels={words.labels.stay}
              place={words.place}
              open={hasRoom({ registrationType })}
              guests={guests}
              nights={nights}
              offer={offer}
            />
          )}
          {offer.extras.length > 0 && (
            <ExtrasBox offer={offer} form={form} type={presentationType} counts={extras} />
          )}
        </div>
        <div className="form-aside">
          <div className="lg:sticky lg:top-(--landing)">
            <PriceBreakdown
              labels={words.labels.price}
              pricing={pricing}
              offer={offer}
              conference={words.conference}
              deadline={{ label: words.deadlineLabel, date: words.deadline }}
              onAskAgain={askAgain}
              waitingList={waitingList}
            />
          </div>
        </div>
        <div className="form-column lg:gap-y-16">
          <CaptchaSection
            of={guarded}
            masked
            hint={
              <>
                {words.lettersDiffer}{' '}
                <span className="hidden pointer-fine:block">{words.labels.pasteHint}</span>
              </>
            }
          />
          <RegistrationPayment
            labels={words.labels.payment}
            heading={words.payment.heading}
            ways={ways}
            next={nextPage}
            isFree={prices[0]?.totalPrice === 0}
            payee={words.payee}
            total={total}
            ready={ready}
            busy={payment.busy}
            progress={payment.progress}
            errors={errors}
            onPay={pay}
            isSoldOut={pricing.state === 'failed' && pricing.soldOut}
            waitingList={waitingList}
            savedEntries={errors.length > 0 && savedEntries}
          >
            <DraftNote
              isKept={guarded.isKept}
              disabled={!ready || busy}
              onClear={() => clear('end')}
              onUndo={undoStart ? undefined : undoClear}
            />
          </RegistrationPayment>
        </div>
      </form>
      {isRegistered && (
        <RegistrationSuccess
          words={words.success}
          onClose={() => {
            removePaidDraft(REGISTRATION_FORM);
            saved.discard();
            startOver();
          }}
        />
      )}
    </>
  );
}

function ParticipationFields(props: {
  labels: RegistrationLabels['participation'];
  field: RegistrationFieldOf;
  offer: Offer;
  /** About the proof that the chosen type needs. */
  proof: string | undefined;
  membership: RegistrationWords['membership'];
  children: ReactNode;
}) {
  const { labels, field, offer, proof, membership, children } = props;
  const choices = offer.types.map(({ form: value, label }) => ({ value, label }));
  return (
    <FormSection heading={labels.heading}>
      <div className="field-pair">
        {offer.room && (
          <SelectField
            {...field('registrationType')}
            unset={labels.chooseRegistrationType}
            choices={labels.registrationTypes}
          />
        )}
        <SelectField
          {...field('presentationType')}
          unset={labels.choosePresentationType}
          choices={choices}
          hint={proof}
        />
        {membership && <TextField {...field('membershipNumber')} {...membership} />}
      </div>
      {children}
    </FormSection>
  );
}

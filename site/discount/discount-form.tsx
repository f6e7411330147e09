import * as labels from 'content:labels/discount';
import * as forms from 'content:labels/forms';
import { type FormEvent, useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import type { Pages } from '#contract/content/shapes/pages-shape.ts';
import {
  amountText,
  asCents,
  type Cents,
  type Currency,
  type Fee,
  feeWords,
} from '#contract/money.ts';
import { amountAdvice, readAmount } from '#contract/typed-amount.ts';
import { BillHead, BillLines, SpokenTotal } from '#site/forms/bill.tsx';
import { unambiguous } from '#site/forms/captcha.ts';
import { browserDeps, forgetCheckout, useCheckout } from '#site/forms/checkout.ts';
import { DraftNote, OfferedEntriesNote } from '#site/forms/form-notes.tsx';
import { Focused, showFirstFailing } from '#site/forms/focus.tsx';
import { FormSection } from '#site/forms/form-section.tsx';
import { PersonFields } from '#site/forms/person-fields.tsx';
import type { PaymentWays } from '#site/forms/payment-ways.ts';
import { useWays } from '#site/forms/use-ways.ts';
import type { OpeningWords } from '#site/forms/opening-words.ts';
import type { CountryChoice, CountryNames } from '#site/forms/translated-choices.ts';
import { useCountries } from '#site/forms/use-countries.ts';
import { useGuardedForm } from '#site/forms/use-guarded-form.ts';
import { Banner } from '#site/ui/banner.tsx';
import { TextField } from '#site/ui/field.tsx';
import { checkOutDiscount, type Outcome } from './check-out-discount.ts';
import { billFor, type DiscountBill } from './discount-bill.ts';
import {
  defaults,
  type DiscountEntry,
  type DiscountFieldOf,
  discountFields,
  readDiscountDraft,
  rulesFor,
} from './discount-fields.ts';
import { DiscountPayment } from './discount-payment.tsx';

export type DiscountWords = Pages['discount'] & {
  conference: string;
  payee: string;
  opening: OpeningWords | undefined;
  contact: string;
  currency: Currency;
  fee: Fee;
  countries: readonly CountryChoice[];
  countryNames: CountryNames | undefined;
  ways: PaymentWays;
};

const NAME = 'discount';

export function DiscountForm({ words }: { words: DiscountWords }) {
  const { conference, currency, fee } = words;
  const guarded = useGuardedForm({
    name: NAME,
    fields: discountFields,
    defaults,
    read: readDiscountDraft,
    alphabet: unambiguous,
    rulesFor: (code) => rulesFor(code, currency),
  });
  const { form, field, startOver } = guarded;

  const [amount, country, method] = useWatch({
    control: form.control,
    name: ['discountAmount', 'country', 'method'],
  });
  const bill = billFor(readAmount(amount, currency) ?? asCents(0), fee, currency);

  const { ways, next } = useWays(words.ways, undefined);
  const isOffered = ways.some(({ way }) => way === method);
  const first = ways[0]?.way;
  useEffect(() => {
    if (!isOffered && first) form.setValue('method', first);
  }, [form, isOffered, first]);

  const countries = useCountries(words);
  const { busy, run } = useCheckout();
  const [outcome, setOutcome] = useState<Outcome>();
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const element = event.currentTarget;
    const pay = (entry: DiscountEntry) =>
      run(entry.method, async () => {
        setOutcome(undefined);
        const paid = billFor(entry.discountAmount, fee, currency);
        const order = { entry, bill: paid, conference, currency };
        const result = await checkOutDiscount(order, browserDeps());
        setOutcome(result);
        if (result.end === 'taken') startOver();
        return result.end === 'left';
      });
    void form.handleSubmit(pay, (failed) => {
      setOutcome(undefined);
      showFirstFailing(element, Object.keys(failed));
    })(event);
  };

  const ready = guarded.code !== undefined;
  return (
    <form
      id={NAME}
      noValidate
      method="dialog"
      onSubmit={onSubmit}
      className="grid-page form-page no-script:hidden"
    >
      <div className="form-column">
        <DiscountCancelled />
        <OfferedEntriesNote offered={guarded.offered} />
        <PersonFields
          title={field('title')}
          name={field('name')}
          phone={field('phone')}
          email={field('email')}
          organization={field('instituteOrUniversity')}
          country={{ ...field('country'), value: country, ...countries.field }}
          countries={countries.choices}
          failing={guarded.failing}
        />
        <AmountFields field={field} hint={words.amountHint} typed={amount} currency={currency} />
      </div>
      <div className="form-aside">
        <div className="lg:sticky lg:top-(--landing)">
          <PaymentSummary {...{ bill, fee, currency, conference }} />
        </div>
      </div>
      <div className="form-column">
        <DiscountPayment
          heading={words.payment.heading}
          payee={words.payee}
          ways={ways}
          next={next}
          of={guarded}
          field={field}
          method={method}
          total={bill.total}
          currency={currency}
          ready={ready}
          busy={busy}
          incomplete={guarded.failing > 0}
          outcome={outcome}
        />
        <DraftNote
          isKept={guarded.isKept}
          disabled={!ready || busy !== undefined}
          onClear={() => {
            setOutcome(undefined);
            forgetCheckout();
            guarded.clear();
          }}
          onUndo={guarded.undoClear}
        />
      </div>
    </form>
  );
}

/**
 * The note for visitors who cancelled at PayPal. PayPal sends them back with a token in the address, and the draft fills in
 * the form.
 */
function DiscountCancelled() {
  const [search, setSearch] = useSearchParams();
  const [cancelled, setCancelled] = useState(false);

  useEffect(() => {
    if (!search.has('token')) return;
    setCancelled(true);
    setSearch(withoutToken, { replace: true, preventScrollReset: true });
  }, [search, setSearch]);

  if (!cancelled) return null;
  return (
    <Focused when>
      <Banner tone="good">{labels.cancelledAtPaypal}</Banner>
    </Focused>
  );
}

function withoutToken(search: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(search);
  rest.delete('token');
  return rest;
}

type PaymentSummaryProps = {
  bill: DiscountBill;
  fee: Fee;
  currency: Currency;
  conference: string;
};

/** The bill for the typed amount. */
function PaymentSummary({ bill, fee, currency, conference }: PaymentSummaryProps) {
  const feeText = feeWords(fee, currency);
  const line = (label: string, cents: Cents, note?: string) => {
    return { label, notes: [note], amount: amountText(cents, currency) };
  };
  const lines = [
    line(labels.amountLine, bill.amount),
    ...(feeText === undefined ? [] : [line(forms.processingFee, bill.fee, feeText)]),
  ];
  const total = amountText(bill.total, currency);
  return (
    <div className="bill">
      <BillHead {...{ conference, currency }} />
      <div className="@container">
        <BillLines heading={labels.summary} {...{ lines, total }} />
      </div>
      <SpokenTotal total={total} withFee={feeText !== undefined} />
    </div>
  );
}

/** The advice comes with the error. A line that came when the visitor leaves the field would move the button away. */
function AmountFields({
  field,
  hint,
  typed,
  currency,
}: {
  field: DiscountFieldOf;
  hint: string;
  typed: string;
  currency: Currency;
}) {
  const amount = field('discountAmount');
  const text = amount.error && adviceAbout(typed, currency);
  return (
    <FormSection heading={labels.registration}>
      <div className="field-grid">
        <TextField
          {...field('description')}
          hint={labels.descriptionHint}
          className="sm:col-span-4"
        />
        <TextField
          {...amount}
          hint={
            <>
              {hint}{' '}
              {text && <span className="mt-1.5 block text-small font-medium text-ink">{text}</span>}
            </>
          }
          className="sm:col-span-2"
        />
      </div>
    </FormSection>
  );
}

const advice = {
  writeAmount: labels.writeAmount,
  writeOneOf: labels.writeOneOf,
  writeLike: labels.writeLike,
  writeLikeOneOf: labels.writeLikeOneOf,
};

/** The advice for a typed amount that cannot be read; otherwise an empty text. */
function adviceAbout(typed: string, currency: Currency): string {
  const isRead = typed.trim() === '' || readAmount(typed, currency) !== undefined;
  return isRead ? '' : amountAdvice(typed, currency, advice);
}

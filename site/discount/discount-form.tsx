import { type FormEvent, useMemo } from 'react';
import { useForm, type UseFormRegisterReturn, useWatch } from 'react-hook-form';
import type { Pages } from '#contract/content/pages-shape.ts';
import { asCents } from '#contract/money.ts';
import { unambiguous } from '#site/forms/captcha.ts';
import { CaptchaField } from '#site/forms/captcha-field.tsx';
import { DraftNote } from '#site/forms/draft-note.tsx';
import { showFirstFailing } from '#site/forms/first-failing-field.ts';
import { resolverFor } from '#site/forms/form-resolver.ts';
import { FormSection } from '#site/forms/form-section.tsx';
import { Trap } from '#site/forms/trap.tsx';
import { useCaptcha } from '#site/forms/use-captcha.ts';
import { useFormDraft } from '#site/forms/use-form-draft.ts';
import { AmountFields } from './amount-fields.tsx';
import { billFor, readAmount } from './discount-bill.ts';
import { DISCOUNT_FORM } from './discount-draft.ts';
import {
  defaults,
  type DiscountEntry,
  type DiscountFields,
  type Method,
  readDiscountDraft,
  rulesFor,
} from './discount-rules.ts';
import { PayerFields } from './payer-fields.tsx';
import { DiscountPayment } from './discount-payment.tsx';
import { PaymentSummary } from './payment-summary.tsx';
import { useDiscountCheckout } from './use-discount-checkout.ts';

export type DiscountWords = Pages['discount'] & {
  conference: string;
  feePercent: number;
  countries: readonly string[];
  methodHints: Record<Method, string>;
};

type FieldName = keyof DiscountFields;
/** The attributes of a field, with its error. */
export type FieldOf = (
  name: FieldName,
) => UseFormRegisterReturn<FieldName> & { error: string | undefined };

export function DiscountForm({ words }: { words: DiscountWords }) {
  const { conference, feePercent } = words;
  const { code, renew } = useCaptcha(unambiguous);
  const resolver = useMemo(
    () => resolverFor<DiscountFields, DiscountEntry>(rulesFor(code)),
    [code],
  );
  const form = useForm<DiscountFields, unknown, DiscountEntry>({
    defaultValues: defaults,
    resolver,
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  });
  const { errors } = form.formState;
  useFormDraft({ form, name: DISCOUNT_FORM, defaults, read: readDiscountDraft });

  const [amount, country, method] = useWatch({
    control: form.control,
    name: ['discountAmount', 'country', 'method'],
  });
  const bill = billFor(readAmount(amount) ?? asCents(0), feePercent);

  const startOver = () => {
    form.reset(defaults);
    renew();
  };
  const payment = useDiscountCheckout(startOver);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const element = event.currentTarget;
    const pay = (entry: DiscountEntry) =>
      payment.pay({ entry, bill: billFor(entry.discountAmount, feePercent), conference });
    void form.handleSubmit(pay, (failed) => {
      payment.forgetOutcome();
      showFirstFailing(element, Object.keys(failed));
    })(event);
  };

  const field: FieldOf = (name) => ({
    ...form.register(name, { onChange: () => form.clearErrors(name) }),
    error: errors[name]?.message,
  });
  const fillCaptcha = (text: string) => {
    form.setValue('captcha', text);
    form.clearErrors('captcha');
  };

  const ready = code !== undefined;
  return (
    <form
      id={DISCOUNT_FORM}
      noValidate
      onSubmit={onSubmit}
      className="grid-page gap-y-12 lg:gap-y-16"
    >
      <div className="col-span-12 grid gap-y-12 lg:col-span-7">
        <DraftNote
          disabled={!ready || payment.busy !== undefined}
          onClear={() => {
            payment.forgetOutcome();
            startOver();
          }}
        />
        <PayerFields field={field} country={country} countries={words.countries} />
        <AmountFields field={field} hint={words.amountHint} />
        <FormSection heading="Captcha" far="drawn-near">
          <CaptchaField
            code={code}
            hint="Capital letters and digits."
            autoCapitalize="characters"
            onRefresh={() => {
              renew();
              fillCaptcha('');
            }}
            onFill={fillCaptcha}
            {...field('captcha')}
          />
          <Trap {...form.register('website')} />
        </FormSection>
      </div>
      <div className="col-span-12 lg:col-span-4 lg:col-start-9 lg:row-span-2">
        <div className="lg:sticky lg:top-(--landing)">
          <PaymentSummary bill={bill} feePercent={feePercent} conference={conference} />
        </div>
      </div>
      <div className="col-span-12 lg:col-span-7">
        <DiscountPayment
          words={words}
          field={field}
          method={method}
          total={bill.total}
          ready={ready}
          busy={payment.busy}
          incomplete={Object.keys(errors).length > 0}
          outcome={payment.outcome}
        />
      </div>
    </form>
  );
}

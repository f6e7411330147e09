import { FormSection } from '#site/forms/form-section.tsx';
import { TextField } from '#site/ui/text-field.tsx';
import type { FieldOf } from './discount-form.tsx';
import { longest } from './discount-rules.ts';

export function AmountFields({ field, hint }: { field: FieldOf; hint: string }) {
  return (
    <FormSection heading="Registration">
      <div className="grid items-start gap-x-5 gap-y-6 sm:grid-cols-6">
        <TextField
          label="Description"
          required
          maxLength={longest.description}
          hint="What the fee was agreed for"
          className="sm:col-span-4"
          {...field('description')}
        />
        {/* As text: a number field would pass on nothing at all for what is not a number. */}
        <TextField
          label="Discount amount"
          required
          inputMode="decimal"
          autoComplete="off"
          maxLength={longest.discountAmount}
          hint={hint}
          className="sm:col-span-2"
          {...field('discountAmount')}
        />
      </div>
    </FormSection>
  );
}

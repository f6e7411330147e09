import { FormSection } from '#site/forms/form-section.tsx';
import { TextField } from '#site/ui/text-field.tsx';
import type { DiscountFieldOf } from './discount-fields.ts';

export function AmountFields({ field, hint }: { field: DiscountFieldOf; hint: string }) {
  return (
    <FormSection heading="Registration">
      <div className="grid items-start gap-x-5 gap-y-6 sm:grid-cols-6">
        <TextField
          {...field('description')}
          hint="What the fee was agreed for"
          className="sm:col-span-4"
        />
        <TextField {...field('discountAmount')} hint={hint} className="sm:col-span-2" />
      </div>
    </FormSection>
  );
}

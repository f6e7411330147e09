import { FormSection } from '#site/forms/form-section.tsx';
import { SelectField } from '#site/ui/select-field.tsx';
import { TextField } from '#site/ui/text-field.tsx';
import type { FieldOf } from './registration-field.ts';
import { titles } from './registration-rules.ts';

type PersonalFieldsProps = { field: FieldOf; countries: readonly string[] };

export function PersonalFields({ field, countries }: PersonalFieldsProps) {
  return (
    <FormSection heading="Your details">
      <div className="grid items-start gap-x-5 gap-y-6 sm:grid-cols-6">
        <SelectField
          label="Title"
          unset="None"
          choices={titles}
          autoComplete="honorific-prefix"
          className="sm:col-span-2"
          {...field('title')}
        />
        <TextField
          label="Name"
          required
          maxLength={200}
          autoComplete="name"
          className="sm:col-span-4"
          {...field('name')}
        />
        <TextField
          label="Email"
          type="email"
          required
          maxLength={254}
          autoComplete="email"
          className="sm:col-span-3"
          {...field('email')}
        />
        <TextField
          label="Phone"
          type="tel"
          required
          maxLength={60}
          autoComplete="tel"
          className="sm:col-span-3"
          {...field('phone')}
        />
        <TextField
          label="Institute / University"
          required
          maxLength={200}
          autoComplete="organization"
          className="sm:col-span-3"
          {...field('institute')}
        />
        <SelectField
          label="Country"
          required
          unset="Choose a country"
          choices={countries}
          autoComplete="country-name"
          className="sm:col-span-3"
          {...field('country')}
        />
      </div>
    </FormSection>
  );
}

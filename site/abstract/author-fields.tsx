import { CountryField } from '#site/forms/country-field.tsx';
import { FormSection } from '#site/forms/form-section.tsx';
import { SelectField } from '#site/ui/select-field.tsx';
import { TextField } from '#site/ui/text-field.tsx';
import type { FieldOf } from './abstract-form.tsx';
import { longest, titles } from './abstract-rules.ts';

type AuthorFieldsProps = { field: FieldOf; country: string; countries: readonly string[] };

export function AuthorFields({ field, country, countries }: AuthorFieldsProps) {
  return (
    <FormSection heading="Your details">
      <div className="grid items-start gap-x-5 gap-y-6 sm:grid-cols-6">
        <SelectField
          label="Title"
          required
          unset="Choose"
          choices={titles}
          autoComplete="honorific-prefix"
          className="sm:col-span-2"
          {...field('titlePrefix')}
        />
        <TextField
          label="Name"
          required
          maxLength={longest.name}
          autoComplete="name"
          className="sm:col-span-4"
          {...field('name')}
        />
        <TextField
          label="Phone"
          type="tel"
          required
          maxLength={longest.phone}
          autoComplete="tel"
          className="sm:col-span-3"
          {...field('phone')}
        />
        <TextField
          label="Email"
          type="email"
          required
          maxLength={longest.email}
          autoComplete="email"
          className="sm:col-span-3"
          {...field('email')}
        />
        <TextField
          label="Organization"
          required
          maxLength={longest.organizationName}
          autoComplete="organization"
          className="sm:col-span-3"
          {...field('organizationName')}
        />
        <CountryField
          fallback={countries}
          value={country}
          className="sm:col-span-3"
          {...field('country')}
        />
      </div>
    </FormSection>
  );
}

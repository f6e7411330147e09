import type { UseFormRegisterReturn } from 'react-hook-form';
import { SelectField } from '#site/ui/select-field.tsx';
import { TextField } from '#site/ui/text-field.tsx';
import { CountryField } from './country-field.tsx';
import { FormSection } from './form-section.tsx';
import { personLimits } from './person-limits.ts';

/** The attributes of a field, with its error. */
type Bound = UseFormRegisterReturn & { error: string | undefined };

type PersonFieldsProps = {
  title: Bound & { choices: readonly string[]; unset: string; required?: boolean };
  name: Bound;
  phone: Bound;
  email: Bound;
  organization: Bound & { label: string };
  country: Bound & { value: string };
  /** They come from elsewhere in each form. */
  countries: readonly string[];
};

/** Who fills in the form, in the same order on every form. */
export function PersonFields(props: PersonFieldsProps) {
  const { title, name, phone, email, organization, country, countries } = props;
  return (
    <FormSection heading="Your details">
      <div className="grid items-start gap-x-5 gap-y-6 sm:grid-cols-6">
        <SelectField
          label="Title"
          autoComplete="honorific-prefix"
          className="sm:col-span-2"
          {...title}
        />
        <TextField
          label="Name"
          required
          maxLength={personLimits.name}
          autoComplete="name"
          className="sm:col-span-4"
          {...name}
        />
        <TextField
          label="Phone"
          type="tel"
          required
          maxLength={personLimits.phone}
          autoComplete="tel"
          className="sm:col-span-3"
          {...phone}
        />
        <TextField
          label="Email"
          type="email"
          required
          maxLength={personLimits.email}
          autoComplete="email"
          className="sm:col-span-3"
          {...email}
        />
        <TextField
          required
          maxLength={personLimits.organization}
          autoComplete="organization"
          className="sm:col-span-3"
          {...organization}
        />
        <CountryField countries={countries} className="sm:col-span-3" {...country} />
      </div>
    </FormSection>
  );
}

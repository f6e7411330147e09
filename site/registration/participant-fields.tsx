import { PersonFields } from '#site/forms/person-fields.tsx';
import { SelectField } from '#site/ui/select-field.tsx';
import type { FieldOf } from './registration-field.ts';
import { titles } from './registration-rules.ts';

type ParticipantFieldsProps = { field: FieldOf; countries: readonly string[] };

export function ParticipantFields({ field, countries }: ParticipantFieldsProps) {
  return (
    <PersonFields
      title={{ ...field('title'), choices: titles, unset: 'None' }}
      name={field('name')}
      phone={field('phone')}
      email={field('email')}
      organization={{ ...field('institute'), label: 'Institute / University' }}
    >
      <SelectField
        label="Country"
        required
        unset="Choose a country"
        choices={countries}
        autoComplete="country-name"
        className="sm:col-span-3"
        {...field('country')}
      />
    </PersonFields>
  );
}

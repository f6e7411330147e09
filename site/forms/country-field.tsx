import type { ComponentProps } from 'react';
import { SelectField } from '#site/ui/select-field.tsx';

type CountryFieldProps = Omit<
  ComponentProps<typeof SelectField>,
  'label' | 'choices' | 'unset' | 'value'
> & {
  /** What is chosen. The list may change under it, so the element cannot be left to remember it. */
  value: string;
  countries: readonly string[];
};

/** Asks for the country. What was chosen stays, also where a new list does not have it. */
export function CountryField({ countries, ...select }: CountryFieldProps) {
  const chosen = select.value;
  return (
    <SelectField
      label="Country"
      required
      unset="Choose a country"
      autoComplete="country-name"
      {...select}
      choices={chosen === '' || countries.includes(chosen) ? countries : [...countries, chosen]}
    />
  );
}

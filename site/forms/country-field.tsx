import { type ComponentProps, startTransition, useEffect, useState } from 'react';
import { SelectField } from '#site/ui/select-field.tsx';

type CountryFieldProps = Omit<
  ComponentProps<typeof SelectField>,
  'label' | 'choices' | 'unset' | 'value'
> & {
  /** What is chosen. The list may change under it, so the element cannot be left to remember it. */
  value: string;
  countries: readonly string[];
};

/**
 * Asks for the country. The prerendered page brings no list: two hundred names that nobody can read yet would keep each
 * visitor from the first paint.
 */
export function CountryField({ countries, ...select }: CountryFieldProps) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => startTransition(() => setOpen(true)), []);

  const chosen = select.value;
  const offered = isOpen ? countries : [];
  return (
    <SelectField
      label="Country"
      required
      unset="Choose a country"
      autoComplete="country-name"
      {...select}
      choices={chosen === '' || offered.includes(chosen) ? offered : [...offered, chosen]}
    />
  );
}

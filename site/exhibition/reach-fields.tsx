import { SelectField, TextField } from '#site/ui/field.tsx';

/** How a company is reached, in the two forms of the advertised congress. */
export function ReachFields({ countries }: { countries: readonly string[] }) {
  return (
    <div className="field-pair">
      <TextField label="Email" name="email" type="email" required autoComplete="email" />
      <SelectField
        label="Country"
        name="country"
        required
        unset="Choose a country"
        choices={countries}
        autoComplete="country-name"
      />
      <TextField label="Phone" name="phone" type="tel" required autoComplete="tel" />
      <TextField label="Mobile" name="mobile" type="tel" autoComplete="tel" />
      <TextField label="Website" name="website" inputMode="url" autoComplete="url" />
    </div>
  );
}

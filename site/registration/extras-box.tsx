import * as labels from 'content:labels/registration';
import type { UseFormRegister } from 'react-hook-form';
import { FormSection } from '#site/forms/form-section.tsx';
import { SelectField } from '#site/ui/field.tsx';
import type { Offer } from './offer.ts';
import type { RegistrationValues } from './registration-fields.ts';

type ExtrasBoxProps = { extras: Offer['extras']; register: UseFormRegister<RegistrationValues> };

export function ExtrasBox({ extras, register }: ExtrasBoxProps) {
  return (
    <FormSection heading={labels.extras}>
      <div className="field-pair">
        {extras.map(({ id, label, hint, most }, at) => (
          <SelectField
            key={id}
            label={label}
            hint={hint}
            choices={Array.from({ length: most + 1 }, (_, count) => ({
              value: String(count),
              label: count === 0 ? labels.none : String(count),
            }))}
            {...register(`extras.${at}`, { valueAsNumber: true })}
          />
        ))}
      </div>
    </FormSection>
  );
}

import { presentationTypes, registrationTypes } from '#contract/registration-options.ts';
import { FormSection } from '#site/forms/form-section.tsx';
import { SelectField } from '#site/ui/select-field.tsx';
import type { FieldOf } from './registration-field.ts';

const registrationChoices = Object.values(registrationTypes).map(toChoice);
const presentationChoices = Object.values(presentationTypes).map(toChoice);

export function ParticipationFields({ field }: { field: FieldOf }) {
  return (
    <FormSection heading="Participation">
      <div className="grid items-start gap-x-5 gap-y-6 sm:grid-cols-2">
        <SelectField
          label="Registration type"
          required
          unset="Choose a registration type"
          choices={registrationChoices}
          {...field('registrationType')}
        />
        <SelectField
          label="Presentation type"
          required
          unset="Choose a presentation type"
          choices={presentationChoices}
          {...field('presentationType')}
        />
      </div>
    </FormSection>
  );
}

function toChoice({ form, label }: { form: string; label: string }) {
  return { value: form, label };
}

import { FormSection } from '#site/forms/form-section.tsx';
import { SelectField } from '#site/ui/select-field.tsx';
import type { RegistrationFieldOf } from './registration-fields.ts';

export function ParticipationFields({ field }: { field: RegistrationFieldOf }) {
  return (
    <FormSection heading="Participation">
      <div className="grid items-start gap-x-5 gap-y-6 sm:grid-cols-2">
        <SelectField {...field('registrationType')} />
        <SelectField {...field('presentationType')} />
      </div>
    </FormSection>
  );
}

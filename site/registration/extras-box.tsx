import * as labels from 'content:labels/registration';
import type { UseFormReturn } from 'react-hook-form';
import { FormSection } from '#site/forms/form-section.tsx';
import { Field } from '#site/ui/field.tsx';
import { type ExtraField, extraFields } from './extras-choices.ts';
import type { Offer } from './offer.ts';
import type { RegistrationEntry, RegistrationValues } from './registration-fields.ts';

type ExtrasBoxProps = {
  offer: Offer;
  form: UseFormReturn<RegistrationValues, unknown, RegistrationEntry>;
  /** The chosen presentation type, and the chosen number of each extra. */
  type: string;
  counts: readonly number[];
};

export function ExtrasBox({ offer, form, type, counts }: ExtrasBoxProps) {
  return (
    <FormSection heading={labels.extras}>
      <div className="field-pair">
        {extraFields(offer, { type, counts }).map((field) =>
          field.included === undefined ? (
            <ExtraSelect
              key={field.id}
              field={field}
              onChoose={(next) => form.setValue('extras', [...next], { shouldDirty: true })}
            />
          ) : (
            <p key={field.id} className="text-small font-semibold">
              {field.included}
            </p>
          ),
        )}
      </div>
    </FormSection>
  );
}

function ExtraSelect({
  field,
  onChoose,
}: {
  field: ExtraField;
  onChoose: (counts: readonly number[]) => void;
}) {
  const { at, label, hint, chosen, options, reason, error } = field;
  const isLimited = error === undefined && reason !== undefined;
  const note = isLimited ? (
    <>
      {hint} <span className="block">{reason}</span>
    </>
  ) : (
    hint
  );
  return (
    <Field label={label} hint={note} error={error}>
      {(wiring) => (
        <select
          {...wiring}
          name={`extras.${at}`}
          className="control"
          value={chosen}
          onChange={({ target }) => {
            const option = options.find(({ value }) => value === target.value);
            if (option) onChoose(option.counts);
          }}
        >
          {options.map(({ value, label: words, isPossible }) => (
            <option key={value} value={value} disabled={!isPossible && value !== chosen}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

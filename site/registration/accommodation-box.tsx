import type { Conference } from '#contract/content/conference-shape.ts';
import type { Titled } from '#contract/content/page-words.ts';
import { GUESTS, NIGHTS } from '#contract/registration-options.ts';
import { FormSection } from '#site/forms/form-section.tsx';
import { CheckboxField } from '#site/ui/checkbox-field.tsx';
import { SelectField } from '#site/ui/select-field.tsx';
import { TextField } from '#site/ui/text-field.tsx';
import type { FieldOf } from './registration-field.ts';
import { MOST_EXTRA_NIGHTS } from './registration-rules.ts';

type AccommodationBoxProps = {
  field: FieldOf;
  words: Titled;
  place: Conference['accommodation'];
  /** Whether a room is part of the registration: its fields are there only then. */
  open: boolean;
};

export function AccommodationBox({ field, words, place, open }: AccommodationBoxProps) {
  return (
    <FormSection heading={words.title}>
      <div className="border-l-2 border-accent pl-5">
        <p className="font-serif text-lead">{place.hotel}</p>
        <p className="text-small font-semibold">
          {place.city}, {place.country}
        </p>
        <p className="mt-2 max-w-[32em] text-small text-soft">{words.text}</p>
      </div>
      {open && (
        <div className="mt-6 grid items-start gap-x-5 gap-y-6 sm:grid-cols-2">
          <SelectField
            label="Guests"
            choices={numbers(GUESTS)}
            {...field('guests', { valueAsNumber: true })}
          />
          <SelectField
            label="Nights"
            choices={numbers(NIGHTS)}
            {...field('nights', { valueAsNumber: true })}
          />
          <CheckboxField
            label="Accompanying person"
            className="sm:pt-7"
            {...field('accompanyingPerson')}
          />
          <TextField
            label="Extra nights"
            type="number"
            inputMode="numeric"
            min={0}
            max={MOST_EXTRA_NIGHTS}
            step={1}
            hint="Before or after the conference"
            {...field('extraNights', { valueAsNumber: true })}
          />
        </div>
      )}
    </FormSection>
  );
}

function numbers({ least, most }: { least: number; most: number }): string[] {
  return Array.from({ length: most - least + 1 }, (_, at) => String(least + at));
}

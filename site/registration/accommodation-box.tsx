import { language } from 'content:language';
import { inOneLine } from '#contract/content/languages.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import type { Conference } from '#contract/content/shapes/conference-shape.ts';
import type { Titled } from '#contract/content/page-words.ts';
import { nightsText, stayAt } from '#contract/content/stay.ts';
import { FormSection } from '#site/forms/form-section.tsx';
import { CheckboxField, SelectField, TextField } from '#site/ui/field.tsx';
import type { Offer } from './offer.ts';
import type { RegistrationLabels } from './registration-labels.ts';
import type { RegistrationFieldOf } from './registration-fields.ts';

type AccommodationBoxProps = {
  field: RegistrationFieldOf;
  words: Titled;
  labels: RegistrationLabels['stay'];
  place: Conference['accommodation'];
  /** Whether the registration includes a room. The box shows the fields of the room only then. */
  open: boolean;
  guests: number;
  nights: number;
  offer: Offer;
};

/** From this number of guests in one room on, a hint says that the guests share the visitor's room. */
const MANY_GUESTS = 4;

export function AccommodationBox(props: AccommodationBoxProps) {
  const { field, words, labels, place, open, guests, nights, offer } = props;
  // A closed box needs no days: the first use of Intl takes a tenth of a second on a slow phone.
  const days = open && offer.room && nightsText(stayAt(offer.room, nights), offer.room.words);
  return (
    <FormSection heading={words.title}>
      <div className="border-s-2 border-accent ps-5">
        <p className="font-serif text-lead">{place?.hotel}</p>
        <p className="text-small font-semibold">
          {inOneLine([place?.city, place?.country], language)}
        </p>
        <p className="mt-2 max-w-[32em] text-small text-soft">{words.text}</p>
      </div>
      {open && (
        <div className="mt-6 grid items-start gap-x-5 gap-y-6 sm:grid-cols-2">
          <SelectField
            {...field('guests', { valueAsNumber: true })}
            hint={
              guests >= MANY_GUESTS
                ? fillPlaceholders(labels.manyGuests, { n: String(guests) })
                : labels.guestsHint
            }
          />
          <SelectField
            {...field('nights', { valueAsNumber: true })}
            hint={days && fillPlaceholders(labels.nightsHint, { nights: days })}
          />
          <div className="border-t border-rule pt-4 sm:col-span-2">
            <h3 className="font-semibold">{labels.requests}</h3>
            <p className="text-small text-soft">{labels.requestsNote}</p>
          </div>
          <CheckboxField
            {...field('accompanyingPerson')}
            className="sm:pt-7"
            hint={labels.accompanyingPersonHint}
          />
          <TextField
            {...field('extraNights', { valueAsNumber: true })}
            hint={
              days
                ? fillPlaceholders(labels.extraNightsHintWithDays, { nights: days })
                : labels.extraNightsHint
            }
          />
        </div>
      )}
    </FormSection>
  );
}

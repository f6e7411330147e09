import { useRef } from 'react';
import { FormSection } from '#site/forms/form-section.tsx';
import { Button } from '#site/ui/button.tsx';
import { SelectField, TextField } from '#site/ui/field.tsx';
import { OfficeNote } from './office-note.tsx';
import { ReachFields } from './reach-fields.tsx';

const titles = ['Mr', 'Ms', 'Dr', 'Prof'];

type StandFormProps = {
  note: string;
  /** The mail address of the exhibition office. */
  office: string;
  countries: readonly string[];
};

/** The browser checks the fields and sends nothing, because the method `dialog` submits nowhere outside of a dialog. */
export function StandForm({ note, office, countries }: StandFormProps) {
  const noteBox = useRef<HTMLDivElement>(null);
  return (
    <form
      method="dialog"
      onSubmit={() => noteBox.current?.focus()}
      className="grid gap-y-8 lg:grid-cols-[2fr_1fr] lg:gap-x-[clamp(2rem,4vw,5rem)]"
    >
      <div
        ref={noteBox}
        tabIndex={-1}
        className="-mb-5 focus:outline-none lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:mb-0 lg:border-t-2 lg:border-accent lg:pt-5"
      >
        <OfficeNote id="note" text={note} email={office} />
      </div>
      <FormSection heading="You">
        <div className="field-grid">
          <SelectField
            label="Title"
            name="title"
            required
            unset="Choose"
            choices={titles}
            autoComplete="honorific-prefix"
            className="sm:col-span-2"
          />
          <TextField
            label="First name"
            name="firstName"
            required
            autoComplete="given-name"
            className="sm:col-span-2"
          />
          <TextField
            label="Last name"
            name="lastName"
            required
            autoComplete="family-name"
            className="sm:col-span-2"
          />
          <TextField
            label="Company"
            name="company"
            required
            autoComplete="organization"
            className="sm:col-span-3"
          />
          <TextField
            label="Job title"
            name="jobTitle"
            required
            autoComplete="organization-title"
            className="sm:col-span-3"
          />
        </div>
      </FormSection>
      <FormSection heading="How to reach you">
        <ReachFields countries={countries} />
        <Button type="submit" aria-describedby="note" className="mt-10">
          Submit
        </Button>
      </FormSection>
    </form>
  );
}

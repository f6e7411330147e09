import * as labels from 'content:labels/exhibition';
import * as forms from 'content:labels/forms';
import { type ComponentProps, type ReactNode, useRef } from 'react';
import { FormSection } from '#site/forms/form-section.tsx';
import type { CountryChoice } from '#site/forms/translated-choices.ts';
import { Button } from '#site/ui/button.tsx';
import { SelectField, TextField } from '#site/ui/field.tsx';
import { OfficeNote } from './office-note.tsx';

type CongressFormProps = Omit<ComponentProps<'form'>, 'children'> & {
  note: string;
  /** The mail address of the exhibition office. */
  office: string;
  countries: readonly CountryChoice[];
  /** The fields about the person. */
  you: ReactNode;
  /** The content below the button. */
  children?: ReactNode;
};

/** A form of the advertised congress. The form sends nothing, because the method `dialog` has no effect outside a dialog. */
export function CongressForm(props: CongressFormProps) {
  const { note, office, countries, you, children, ...form } = props;
  const noteBox = useRef<HTMLDivElement>(null);
  return (
    <form
      method="dialog"
      onSubmit={() => noteBox.current?.focus()}
      {...form}
      className="grid gap-y-8 lg:grid-cols-[2fr_1fr] lg:gap-x-[clamp(2rem,4vw,5rem)]"
    >
      <div
        ref={noteBox}
        tabIndex={-1}
        className="-mb-5 focus:outline-none lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:mb-0 lg:border-t-2 lg:border-accent lg:pt-5"
      >
        <OfficeNote id="note" text={note} email={office} />
      </div>
      <FormSection heading={labels.you}>{you}</FormSection>
      <FormSection heading={labels.reachYou}>
        <div className="field-pair">
          <TextField label={labels.email} name="email" type="email" required autoComplete="email" />
          <SelectField
            label={labels.countryField}
            name="country"
            required
            unset={forms.chooseCountry}
            choices={countries}
            autoComplete="country-name"
          />
          <TextField label={labels.phone} name="phone" type="tel" required autoComplete="tel" />
          <TextField label={labels.mobile} name="mobile" type="tel" autoComplete="tel" />
          <TextField label={labels.website} name="website" inputMode="url" autoComplete="url" />
        </div>
        <Button type="submit" aria-describedby="note" className="mt-10">
          {labels.submit}
        </Button>
        {children}
      </FormSection>
    </form>
  );
}

const people = {
  firstName: { label: labels.firstName, autoComplete: 'given-name' },
  lastName: { label: labels.lastName, autoComplete: 'family-name' },
  company: { label: labels.company, autoComplete: 'organization' },
  companyName: { label: labels.companyName, autoComplete: 'organization' },
  jobTitle: { label: labels.jobTitle, autoComplete: 'organization-title' },
};

/** A field about the person, who has to fill it in. */
export function RequiredText(props: { name: keyof typeof people; className?: string }) {
  return <TextField {...people[props.name]} {...props} required />;
}

import { type ComponentProps, type ReactNode, useRef } from 'react';
import { FormSection } from '#site/forms/form-section.tsx';
import { Button } from '#site/ui/button.tsx';
import { SelectField, TextField } from '#site/ui/field.tsx';
import { OfficeNote } from './office-note.tsx';

type CongressFormProps = Omit<ComponentProps<'form'>, 'children'> & {
  note: string;
  /** The mail address of the exhibition office. */
  office: string;
  countries: readonly string[];
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
      <FormSection heading="You">{you}</FormSection>
      <FormSection heading="How to reach you">
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
        <Button type="submit" aria-describedby="note" className="mt-10">
          Submit
        </Button>
        {children}
      </FormSection>
    </form>
  );
}

import * as labels from 'content:labels/abstract';
import * as forms from 'content:labels/forms';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { type ComponentProps, type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import type { Pages } from '#contract/content/shapes/pages-shape.ts';
import { CaptchaSection } from '#site/forms/captcha-section.tsx';
import { DraftNote, OfferedEntriesNote } from '#site/forms/form-notes.tsx';
import { showFirstFailing } from '#site/forms/focus.tsx';
import { removeDraft } from '#site/forms/form-draft.ts';
import { FormSection } from '#site/forms/form-section.tsx';
import { onThisDevice } from '#site/forms/expiring-storage.ts';
import { SUBMITTED_ABSTRACT } from '#site/forms/storage-keys.ts';
import type { OpeningWords } from '#site/forms/opening-words.ts';
import { PersonFields } from '#site/forms/person-fields.tsx';
import type { CountryChoice, CountryNames } from '#site/forms/translated-choices.ts';
import { useCountries } from '#site/forms/use-countries.ts';
import { useGuardedForm } from '#site/forms/use-guarded-form.ts';
import { SelectField } from '#site/ui/field.tsx';
import { fileError } from './abstract-file.ts';
import { AbstractReceipt } from './abstract-receipt.tsx';
import {
  type AbstractEntry,
  abstractFields,
  defaults,
  readAbstractDraft,
  rulesFor,
} from './abstract-fields.ts';
import { bodyOf, interestsCall, type Option, sessionsCall } from './abstract-wire.ts';
import { FileField } from './file-field.tsx';
import { Guide } from './guide.tsx';
import { SendSection } from './send-section.tsx';
import { readSubmitted, saveSubmitted, type Submitted, SubmittedNote } from './submitted-note.tsx';
import { useOptions } from './use-options.ts';
import { useSubmission } from './use-submission.ts';
import { type Suggestion, useSuggestions } from './use-suggestions.ts';

export type AbstractWords = Pages['abstract'] & {
  deadline: string;
  dates: string;
  venue: string;
  email: string;
  suggestions: boolean;
  opening: OpeningWords | undefined;
  countries: readonly CountryChoice[];
  countryNames: CountryNames | undefined;
};

const NAME = 'abstract';
const SUGGESTIONS = 'organisations';

export function AbstractForm({ words }: { words: AbstractWords }) {
  const interests = useOptions(interestsCall);
  const sessions = useOptions(sessionsCall);
  const guarded = useGuardedForm({
    name: NAME,
    fields: abstractFields,
    defaults,
    read: readAbstractDraft,
    rulesFor: (code) =>
      rulesFor(code, { interests: interests.options, sessions: sessions.options }),
  });
  const { form, field, errors } = guarded;
  const [country, interest, session, file] = useWatch({
    control: form.control,
    name: ['country', 'interestedInId', 'sessionId', 'abstractFile'],
  });

  const countries = useCountries(words);
  const { suggestions, onInput } = useSuggestions(words.suggestions);
  const { progress, outcome, ...submission } = useSubmission((ended) => {
    if (ended.end === 'received') {
      removeDraft(NAME);
      const { reference } = ended.receipt;
      if (reference) saveSubmitted(onThisDevice, { reference, at: Date.now() });
    } else if (ended.end === 'failed' && ended.reason?.startsWith(labels.wrongType)) {
      // The server sends this message if the content of a file does not match its name, perhaps with advice.
      const { name = '' } = form.getValues('abstractFile') ?? {};
      const advice = ended.reason.replace(labels.wrongType, '').trim() || labels.saveAsPdf;
      const message = fillPlaceholders(labels.otherContent, { file: name, advice });
      form.setError('abstractFile', { message });
    } else if (ended.end === 'failed' && ended.isAboutFile) {
      form.setError('abstractFile', { message: ended.reason ?? ended.text });
    }
  });
  const {
    submitted,
    isNew = false,
    showSubmitted,
    hideSubmitted,
    forgetSubmitted,
  } = useSubmitted();
  useAskedSession(sessions.options, (id) => form.setValue('sessionId', id));
  // A new key empties the file field.
  const [round, setRound] = useState(0);
  const emptied = (empty: () => void) => () => {
    submission.forgetOutcome();
    empty();
    setRound(round + 1);
  };

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const element = event.currentTarget;
    hideSubmitted();
    const send = (entry: AbstractEntry) => {
      // If React Hook Form awaited the submission, it would save the draft after the submission has removed the draft.
      void submission.submit(bodyOf(entry), entry.abstractFile.size);
    };
    void form.handleSubmit(send, (failed) => {
      submission.forgetOutcome();
      showFirstFailing(element, Object.keys(failed));
    })(event);
  };

  const chooseFile = (chosen: File | undefined) => {
    form.setValue('abstractFile', chosen);
    const message = chosen && fileError(chosen);
    if (message) form.setError('abstractFile', { message });
    else form.clearErrors('abstractFile');
  };

  const ready = guarded.code !== undefined;
  const receipt = outcome?.end === 'received' ? outcome.receipt : undefined;
  return (
    <>
      <form
        id={NAME}
        noValidate
        method="dialog"
        onSubmit={onSubmit}
        className="grid-page form-page no-script:hidden"
      >
        <div className="form-column">
          <OfferedEntriesNote offered={guarded.offered} />
          <PersonFields
            title={field('titlePrefix')}
            name={field('name')}
            phone={field('phone')}
            email={field('email')}
            organization={{
              ...field('organizationName'),
              onInput,
              list: suggestions.length > 0 ? SUGGESTIONS : undefined,
            }}
            country={{ ...field('country'), value: country, ...countries.field }}
            countries={countries.choices}
            failing={guarded.failing}
          />
          <Suggestions all={suggestions} />
        </div>
        <Guide words={words.guide} />
        <div className="form-column lg:gap-y-16">
          <FormSection heading={labels.yourAbstract}>
            <div className="field-pair">
              <OptionField
                {...field('interestedInId')}
                options={interests.options}
                value={interest}
                onFocus={interests.retry}
              />
              <OptionField
                {...field('sessionId')}
                options={sessions.options}
                value={session}
                onFocus={sessions.retry}
              />
              <div className="sm:col-span-2">
                <FileField
                  key={round}
                  {...abstractFields.abstractFile.input}
                  name="abstractFile"
                  hint={words.fileHint}
                  error={errors.abstractFile?.message}
                  file={file}
                  onChoose={chooseFile}
                />
              </div>
            </div>
          </FormSection>
          <CaptchaSection of={guarded} hint={forms.lettersDiffer}>
            <SendSection
              ready={ready}
              progress={progress}
              fileName={file?.name ?? ''}
              outcome={outcome}
              onCancel={submission.cancel}
            />
          </CaptchaSection>
          <DraftNote
            isKept={guarded.isKept}
            disabled={!ready || progress !== undefined}
            onClear={emptied(guarded.clear)}
            onUndo={guarded.undoClear}
          />
          {submitted && <SubmittedNote {...{ submitted, isNew }} onHide={forgetSubmitted} />}
        </div>
      </form>
      <AbstractReceipt
        words={words.success}
        receipt={receipt}
        onClose={() => {
          if (!receipt) return;
          emptied(guarded.startOver)();
          if (receipt.reference) showSubmitted({ reference: receipt.reference, at: Date.now() });
        }}
      />
    </>
  );
}

/** The last abstract of this browser. The page shows it on a later visit, or after the visitor closes the receipt. */
function useSubmitted() {
  const [shown, setShown] = useState<{ submitted: Submitted | undefined; isNew: boolean }>();
  useEffect(() => setShown({ submitted: readSubmitted(onThisDevice), isNew: false }), []);
  return {
    ...shown,
    /** The browser may keep nothing, so the note has the reference of the receipt. */
    showSubmitted: (submitted: Submitted) => setShown({ submitted, isNew: true }),
    /** Hides the note until the next visit. */
    hideSubmitted: () => setShown(undefined),
    forgetSubmitted: () => {
      onThisDevice.remove(SUBMITTED_ABSTRACT);
      setShown(undefined);
    },
  };
}

/** Chooses the session in the address. The page /sessions links to /abstract-submission?session=polymer-rheology. */
function useAskedSession(options: readonly Option[], choose: (id: string) => void): void {
  const [search] = useSearchParams();
  const asked = search.get('session');
  const chooseAsked = useEffectEvent(() => {
    if (asked !== null && options.some(({ id }) => id === asked)) choose(asked);
  });
  useEffect(() => chooseAsked(), [asked, options]);
}

type OptionFieldProps = Omit<ComponentProps<typeof SelectField>, 'choices' | 'value'> & {
  /** The chosen option. The list arrives later, so the element alone cannot remember the option. */
  value: string;
  options: readonly Option[];
};

function OptionField({ options, ...select }: OptionFieldProps) {
  return (
    <SelectField
      {...select}
      choices={options.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}

/** The field with the list is a plain one while there is nothing to suggest. */
function Suggestions({ all }: { all: readonly Suggestion[] }) {
  if (all.length === 0) return undefined;
  return (
    <datalist id={SUGGESTIONS}>
      {all.map(({ ror, name, place }) => (
        <option key={ror} value={name}>
          {place}
        </option>
      ))}
    </datalist>
  );
}

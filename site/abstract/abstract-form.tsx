import { type FormEvent, useState } from 'react';
import { type UseFormRegisterReturn, useWatch } from 'react-hook-form';
import type { Pages } from '#contract/content/pages-shape.ts';
import { CaptchaSection } from '#site/forms/captcha-section.tsx';
import { DraftNote } from '#site/forms/draft-note.tsx';
import { showFirstFailing } from '#site/forms/first-failing-field.ts';
import { removeDraft } from '#site/forms/form-draft.ts';
import { FormSection } from '#site/forms/form-section.tsx';
import { onThisDevice } from '#site/forms/expiring-storage.ts';
import { useGuardedForm } from '#site/forms/use-guarded-form.ts';
import { fileError } from './abstract-file.ts';
import { AbstractReceipt } from './abstract-receipt.tsx';
import {
  type AbstractEntry,
  type AbstractFields,
  defaults,
  readAbstractDraft,
  rulesFor,
} from './abstract-rules.ts';
import { bodyOf, interestsCall, sessionsCall } from './abstract-wire.ts';
import { AuthorFields } from './author-fields.tsx';
import { FileField } from './file-field.tsx';
import { Guide } from './guide.tsx';
import { OptionField } from './option-field.tsx';
import { SendSection } from './send-section.tsx';
import { useLeaveWarning } from './use-leave-warning.ts';
import { useOptions } from './use-options.ts';
import { useSubmission } from './use-submission.ts';

export type AbstractWords = Pages['abstract'] & {
  deadline: string;
  dates: string;
  venue: string;
  email: string;
  countries: readonly string[];
};

type FieldName = Exclude<keyof AbstractFields, 'abstractFile'>;
/** The attributes of a field, with its error. */
export type FieldOf = (
  name: FieldName,
) => UseFormRegisterReturn<FieldName> & { error: string | undefined };

const NAME = 'abstract';

export function AbstractForm({ words }: { words: AbstractWords }) {
  const interests = useOptions(interestsCall);
  const sessions = useOptions(sessionsCall);
  const guarded = useGuardedForm<AbstractFields, AbstractEntry>({
    name: NAME,
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

  const { progress, outcome, ...submission } = useSubmission(() => {
    removeDraft(onThisDevice, NAME);
  });
  useLeaveWarning(progress !== undefined);
  // A file field is emptied by making a new one.
  const [round, setRound] = useState(0);
  const startOver = () => {
    submission.forgetOutcome();
    guarded.startOver();
    setRound(round + 1);
  };

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const element = event.currentTarget;
    const send = (entry: AbstractEntry) => {
      // Not waited for: the form has done its part, and would keep its draft once more at the end.
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

  // On a phone it stands below the banner, and its guide comes first.
  const ready = guarded.code !== undefined;
  const receipt = outcome?.end === 'received' ? outcome.receipt : undefined;
  return (
    <>
      <form id={NAME} noValidate onSubmit={onSubmit} className="grid-page gap-y-12">
        <Guide words={words.guide} />
        <div className="col-span-12 grid gap-y-12 lg:col-span-7 lg:row-start-1 lg:gap-y-16">
          <DraftNote disabled={!ready || progress !== undefined} onClear={startOver} />
          <AuthorFields field={field} country={country} countries={words.countries} />
          <FormSection heading="Your abstract">
            <div className="grid items-start gap-x-5 gap-y-6 sm:grid-cols-2">
              <OptionField
                label="Interest area"
                unset="Choose an interest area"
                options={interests.options}
                value={interest}
                onFocus={interests.retry}
                {...field('interestedInId')}
              />
              <OptionField
                label="Session"
                unset="Choose a session"
                options={sessions.options}
                value={session}
                onFocus={sessions.retry}
                {...field('sessionId')}
              />
              <div className="sm:col-span-2">
                <FileField
                  key={round}
                  label="Abstract file"
                  name="abstractFile"
                  hint={words.fileHint}
                  error={errors.abstractFile?.message}
                  file={file}
                  onChoose={chooseFile}
                />
              </div>
            </div>
          </FormSection>
          <CaptchaSection of={guarded} hint="Capital and small letters differ.">
            <SendSection
              ready={ready}
              progress={progress}
              fileName={file?.name ?? ''}
              outcome={outcome}
              onCancel={submission.cancel}
            />
          </CaptchaSection>
        </div>
      </form>
      <AbstractReceipt
        words={words.success}
        receipt={receipt}
        onClose={() => receipt && startOver()}
      />
    </>
  );
}

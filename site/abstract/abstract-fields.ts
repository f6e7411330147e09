import * as labels from 'content:labels/abstract';
import * as forms from 'content:labels/forms';
import * as z from 'zod/mini';
import { honeypot } from '#contract/text.ts';
import {
  captchaRule,
  draftText,
  organizationField,
  partOf,
  sharedFields,
  titleField,
  type ValuesOf,
} from '#site/forms/form-fields.ts';
import { fileError } from './abstract-file.ts';

/** A draft does not keep the file, because a page cannot set a file field to a stored file. */
const withoutFile: z.ZodMiniType<File | undefined> = z.catch(z.undefined(), undefined);

/** The fields of the abstract form, by their names in the call. Everything about a field is declared here. */
export const abstractFields = {
  ...sharedFields({
    name: labels.nameRequired,
    phone: labels.phoneRequired,
    email: labels.emailRequired,
    country: labels.countryRequired,
  }),
  titlePrefix: titleField({
    choices: [
      { value: 'Dr', label: forms.dr },
      { value: 'Mr', label: forms.mr },
      { value: 'Ms', label: forms.ms },
      { value: 'Prof', label: forms.prof },
    ],
    missing: labels.titleRequired,
  }),
  organizationName: organizationField(labels.organization, labels.organizationRequired),
  interestedInId: listField(labels.interestArea, labels.chooseInterestArea),
  sessionId: listField(labels.session, labels.chooseSession),
  abstractFile: {
    input: { label: labels.file },
    initial: undefined,
    draft: withoutFile,
    rule: z.pipe(
      z.optional(z.instanceof(File)),
      z.transform((file, check) => {
        const message = fileError(file);
        if (file && !message) return file;
        check.issues.push({ code: 'custom', input: file, message: message ?? labels.fileRequired });
        return z.NEVER;
      }),
    ),
  },
};

export type AbstractValues = ValuesOf<typeof abstractFields> & { reserved?: string };

export const defaults: AbstractValues = partOf(abstractFields, 'initial');

const Draft = z.object(partOf(abstractFields, 'draft'));

export function readAbstractDraft(draft: object): AbstractValues {
  return Draft.parse(draft);
}

/** The options of the form's two lists. */
export type Offered = { interests: readonly Choice[]; sessions: readonly Choice[] };
type Choice = { id: string };

/** Checks all fields at once; `code` is the captcha that the page shows. */
export function rulesFor(code: string | undefined, offered: Offered) {
  return z.object({
    ...partOf(abstractFields, 'rule'),
    interestedInId: oneOf(offered.interests, labels.interestAreaRequired),
    sessionId: oneOf(offered.sessions, labels.sessionRequired),
    captcha: captchaRule(code, {
      missing: labels.captchaRequired,
      wrong: labels.captchaIncorrect,
    }),
    ...honeypot,
  });
}

/** An abstract that passed the rules. */
export type AbstractEntry = z.output<ReturnType<typeof rulesFor>>;

/** A choice from a list that the server sends later. `rulesFor` checks the choice against the list. */
function listField(label: string, unset: string) {
  return {
    input: { label, unset, required: true },
    initial: '',
    draft: draftText(200),
    rule: z.string(),
  };
}

/** A draft may have an option that the list no longer offers. The field then shows no option, and this rule fails. */
function oneOf(choices: readonly Choice[], message: string) {
  return z.string().check(z.refine((chosen) => choices.some(({ id }) => id === chosen), message));
}

import * as z from 'zod/mini';
import type { FeatureTexts } from '#contract/content/feature-texts.ts';
import type { Words } from '#contract/content/shapes/words-shape.ts';

/** Acts of colleagues above these need a second person. Without them none does. */
const SecondPerson = z.strictObject({
  /** In the conference's currency. */
  amount: z.optional(z.number('expected a number').check(z.minimum(0, 'must not be negative'))),
  people: z.optional(z.int('expected a whole number').check(z.minimum(1, 'must be at least 1'))),
  /** Whether each change of prices needs one. */
  prices: z.optional(z.boolean()),
});

const Colleagues = z.strictObject({ secondPerson: z.optional(SecondPerson) });

const en = {
  mails: {
    // To a colleague who was invited to the dashboard, or lost the passkey; and after each new passkey.
    colleagueInvited: {
      subject: 'Your access to the dashboard',
      paragraphs: [
        'You have been invited to work on this conference. The link below works once, within a day, and makes a passkey: the lock of your phone or computer, in place of a password.',
        'If you did not expect this mail, please ignore it and tell the organisers.',
      ],
      button: 'Open the dashboard',
      until: 'Valid until',
    },
    // To a colleague who has lost the passkey.
    colleagueRecovered: {
      subject: 'Your new access to the dashboard',
      paragraphs: [
        'Your passkeys and open log-ins have been ended, because a device was lost. The link below works once, within a day, and makes a new passkey.',
        'If you have lost nothing, please ask a chair of the conference before you use the link.',
      ],
    },
    colleaguePasskey: {
      subject: 'A new passkey opens the dashboard',
      paragraphs: [
        'A new passkey was added to your account. If you did not do that, please ask a chair of the conference at once to end your access.',
      ],
      name: 'Passkey',
    },
    // To a colleague whose act a second person has declined.
    actDeclined: {
      subject: 'A second person has declined your act',
      paragraphs: [
        'What you proposed in the dashboard was declined, and nothing was done. If it is still needed, please talk to the person below and propose it again.',
      ],
      act: 'Act',
      by: 'Declined by',
    },
  },
};

export const colleaguesTexts: FeatureTexts = {
  sentences: en,
  shapes: { conference: { colleagues: z.optional(Colleagues) } },
};

type Mails = Words<typeof en.mails>;
declare module '#contract/content/feature-texts.ts' {
  interface AddedToMails extends Mails {}
  interface AddedToConference {
    colleagues?: z.output<typeof Colleagues> | undefined;
  }
}

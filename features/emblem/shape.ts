import type { FeatureTexts } from '#contract/content/feature-texts.ts';
import type { Words } from '#contract/content/shapes/words-shape.ts';

const en = {
  yourRegistration: {
    // The emblem: a polymer chain that belongs to this registration. The picture has the chain, and the name, dates and
    // place of the conference.
    emblem: {
      heading: 'Your emblem',
      words:
        'This polymer chain is yours alone. You will find it on your badge and on your certificate of attendance, and you can share it as a picture.',
      picture: 'Picture to share',
      pictureWithName: 'Picture to share, with your name',
    },
  },
};

export const emblemTexts: FeatureTexts = { sentences: en };

type YourRegistration = Words<typeof en.yourRegistration>;
declare module '#contract/content/feature-texts.ts' {
  interface AddedToYourRegistration extends YourRegistration {}
}

import * as z from 'zod/mini';
import type { FeatureTexts } from '#contract/content/feature-texts.ts';

const Cash = z.strictObject({
  /** The smallest coin, where it is more than a cent: amounts in cash are rounded to it. */
  smallestCoin: z.optional(
    z
      .number()
      .check(
        z.minimum(0.001, 'expected an amount such as 0.05'),
        z.maximum(1000, 'expected an amount such as 0.05'),
      ),
  ),
});

/** Cash at the registration desk. Without it nobody takes any. */
export type CashSettings = z.output<typeof Cash>;

export const cashTexts: FeatureTexts = {
  facts: { conference: ['smallestCoin'] },
  shapes: { conference: { cash: z.optional(Cash) } },
};

declare module '#contract/content/feature-texts.ts' {
  interface AddedToConference {
    cash?: CashSettings | undefined;
  }
}

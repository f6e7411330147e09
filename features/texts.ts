import type { FeatureTexts } from '#contract/content/feature-texts.ts';
import { visaLetterTexts } from './visa-letter/shape.ts';
import { waitingListTexts } from './waiting-list/shape.ts';

/** The features' keys of the conference's folder, for the builds, which load no server. */
export const texts: readonly FeatureTexts[] = [visaLetterTexts, waitingListTexts];

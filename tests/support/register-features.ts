import { features } from '#features/index.ts';
import { registerFeatures } from '#server/features.ts';

registerFeatures(features);

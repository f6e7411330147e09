import { TestRunner } from 'vitest';
import { features } from '#server/features.ts';

/** Whether this program has a feature: a test of the trunk leaves out what it expects of one that was taken away. */
export function hasFeature(name: string): boolean {
  return features().some((feature) => feature.name === name);
}

/** An entry of a list, or none without the feature. */
export function ifThere<T>(name: string, ...entries: T[]): T[] {
  return hasFeature(name) ? entries : [];
}

/** Ends a test that needs features of which one was taken away. */
export function needsFeatures(...names: string[]): void {
  TestRunner.getCurrentTest()?.context.skip(!names.every(hasFeature));
}

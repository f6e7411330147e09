/** The words about what can be bought together. */
export const combinations = {
  morning: '{day}, morning',
  afternoon: '{day}, afternoon',
  /** An extra with a choice, and an extra that a type includes. */
  choice: '{thing} ({choice})',
  included: '{extra}, included',
  includes: '{type}, with {extras}',
  mostOfExtra: 'One person can have at most {most} of {extra}.',
  mostOfGroup: '{group}: one person can have at most {most}.',
  excludes: '{extra} and {other} cannot be combined.',
  notForType: '{extra} is not offered with {type}.',
  notOnDay: '{extra} is on {day}, and {type} is not for this time.',
  includedOnce: '{type} includes {extra} once, and no more can be bought with it.',
  chooseOne: '{type} includes {extra}. Please choose: {choices}.',
  none: 'None',
};

export type CombinationLabels = typeof combinations;

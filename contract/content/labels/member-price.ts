/** Only a conference with prices for members shows these words. */
export const memberPrice = {
  field: 'Membership number',
  hint: 'For the prices of members. Leave it empty if you register with the mail address that you gave the society.',
  refused:
    'This price is for members, and we found neither this membership number nor this mail address among those that are still free. Nothing was charged. Please check both, choose another type, or write to {secretary}.',
  tooOften:
    'Too many membership numbers were tried. Nothing was charged. Please try again in an hour, or write to {secretary}.',
};

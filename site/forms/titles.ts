import * as labels from 'content:labels/forms';

/** The forms of address that two forms offer. Their values are the words of the specification in every language. */
export const titles = [
  { value: 'Mr', label: labels.mr },
  { value: 'Ms', label: labels.ms },
  { value: 'Dr', label: labels.dr },
  { value: 'Prof', label: labels.prof },
];

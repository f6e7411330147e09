import { emailAddress, EMAIL_LENGTH, line } from './text.ts';

/** The largest number of characters in each field about a person. */
export const personLengths = {
  name: 200,
  phone: 60,
  email: EMAIL_LENGTH,
  organization: 200,
  country: 100,
};

/** The fields that every call about a person shares. */
export const person = {
  name: line(personLengths.name),
  phone: line(personLengths.phone),
  email: emailAddress,
  instituteOrUniversity: line(personLengths.organization),
  country: line(personLengths.country),
};

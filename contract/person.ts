import { emailAddress, EMAIL_LENGTH, line } from './text.ts';

/** The most characters that a field about a person may have. */
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

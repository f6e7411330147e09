import type { RegisterOptions, UseFormRegisterReturn } from 'react-hook-form';
import type { RegistrationFields } from './registration-rules.ts';

type FieldName = keyof RegistrationFields;

/** Gives the attributes of a field, with its error. */
export type FieldOf = (
  name: FieldName,
  options?: RegisterOptions<RegistrationFields, FieldName>,
) => UseFormRegisterReturn<FieldName> & { error: string | undefined };

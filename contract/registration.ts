import * as z from 'zod/mini';
import { call } from './call.ts';
import { lenient } from './lenient.ts';
import { presentationTypeOnWire, registrationTypeOnWire } from './registration-options.ts';
import { emailAddress, line, honeypot } from './text.ts';

/** Who registers, in the fields that every call about a person shares. */
export const person = {
  name: line(),
  phone: line(60),
  email: emailAddress,
  instituteOrUniversity: line(),
  country: line(100),
};

export const register = call({
  method: 'POST',
  path: '/api/registration/register',
  summary: 'Records a registration; payment follows with its own call',
  body: z.object({
    ...person,
    presentationType: presentationTypeOnWire,
    registrationType: z.optional(registrationTypeOnWire),
    ...honeypot,
  }),
  reply: z.object({ success: z.literal(true), message: z.string() }),
  reads: z.object({
    success: lenient(z.boolean()),
    message: lenient(z.string()),
    error: lenient(z.string()),
  }),
});

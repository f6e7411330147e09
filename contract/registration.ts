import * as z from 'zod/mini';
import { call } from './call.ts';
import { lenient, lenientTexts } from './lenient.ts';
import { person } from './person.ts';
import {
  membership,
  presentationTypeOnWire,
  registrationTypeOnWire,
} from './registration-options.ts';
import { honeypot } from './text.ts';

export const register = call({
  method: 'POST',
  path: '/api/registration/register',
  summary: 'Records a registration; payment follows with its own call',
  body: z.object({
    ...person,
    presentationType: presentationTypeOnWire,
    registrationType: z.optional(registrationTypeOnWire),
    ...membership,
    ...honeypot,
  }),
  reply: z.object({ success: z.literal(true), message: z.string() }),
  reads: z.object({
    success: lenient(z.boolean()),
    ...lenientTexts('message', 'error'),
  }),
});

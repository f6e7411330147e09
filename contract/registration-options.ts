import * as z from 'zod/mini';

/**
 * The six ways to take part and the two kinds of registration, each with its words: `form` is the option's value on the
 * page, `label` what the visitor reads, `pricing` and `register` the two spellings that the calls use.
 */
export const presentationTypes = {
  speaker: { form: 'speaker', label: 'Speaker', pricing: 'SPEAKER', register: 'SPEAKER' },
  poster: { form: 'poster', label: 'Poster', pricing: 'POSTER', register: 'POSTER' },
  delegate: {
    form: 'abstract-submission',
    label: 'Delegate',
    pricing: 'DELEGATE',
    register: 'Delegate',
  },
  listener: {
    form: 'listener/delegate',
    label: 'Listener',
    pricing: 'LISTENER',
    register: 'Listener',
  },
  student: { form: 'student', label: 'Student', pricing: 'STUDENT', register: 'STUDENT' },
  exhibitor: { form: 'exhibitor', label: 'Exhibitor', pricing: 'EXHIBITOR', register: 'EXHIBITOR' },
} as const;
export type PresentationType = keyof typeof presentationTypes;

export const registrationTypes = {
  registration: { form: 'registrationOnly', label: 'Registration only', wire: 'REGISTRATION_ONLY' },
  stay: {
    form: 'registrationAndAccommodation',
    label: 'Registration and accommodation',
    wire: 'REGISTRATION_AND_ACCOMMODATION',
  },
} as const;
export type RegistrationType = keyof typeof registrationTypes;

/** Nights and guests of a room that can be booked with a registration. */
export const NIGHTS = { least: 1, most: 10, byDefault: 1 } as const;
export const GUESTS = { least: 0, most: 10, byDefault: 0 } as const;

/** Reads a presentation type as either call spells it: `register` is in capitals too, or as in the label. */
export const presentationTypeOnWire = z.pipe(
  z.enum(Object.values(presentationTypes).flatMap(({ pricing, label }) => [pricing, label])),
  z.transform((spelling) => spelling.toLowerCase() as PresentationType),
);

export const registrationTypeOnWire = z.pipe(
  z.enum(Object.values(registrationTypes).map(({ wire }) => wire)),
  z.transform((wire): RegistrationType =>
    wire === registrationTypes.stay.wire ? 'stay' : 'registration',
  ),
);

export const nights = z.int().check(z.minimum(NIGHTS.least), z.maximum(NIGHTS.most));
export const guests = z.int().check(z.minimum(GUESTS.least), z.maximum(GUESTS.most));

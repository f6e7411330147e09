/** How many digits distinguish persons in what they type. */
export const PERSON_DIGITS = 13;

export function aPerson(number: number) {
  const digits = String(number).padStart(PERSON_DIGITS, '0');
  return {
    name: `Visitor ${digits}`,
    email: `v${digits}@bench.example`,
    phone: '+49 30 5550',
    instituteOrUniversity: 'Institute of Haste',
    country: 'Germany',
    presentationType: 'SPEAKER',
    registrationType: 'REGISTRATION_ONLY',
  };
}

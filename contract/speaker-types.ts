/** The words of a language for the types of speakers. */
type Words = { keynote: string; plenary: string; invited: string };

/** The type of a speaker in words to show. The words of the specification name the types in every language. */
export function speakerType(type: string, { keynote, plenary, invited }: Words): string {
  const types: Record<string, string> = {
    'Keynote Speaker': keynote,
    'Plenary Speaker': plenary,
    'Invited Speaker': invited,
  };
  return types[type] ?? type;
}

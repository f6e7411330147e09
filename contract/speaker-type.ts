/** The names of the types in the specification, in speakers.yaml and in the answer of the server; each has a label. */
const labelNames: Readonly<Record<string, 'keynote' | 'plenary' | 'invited'>> = {
  'Keynote Speaker': 'keynote',
  'Plenary Speaker': 'plenary',
  'Invited Speaker': 'invited',
};

/** The type of a speaker in the words of a language. */
export function speakerTypeText(
  type: string,
  labels: Readonly<Record<'keynote' | 'plenary' | 'invited', string>>,
): string {
  const name = labelNames[type];
  return name === undefined ? type : labels[name];
}

/** The words of the speakers. */
export const speakers = {
  loading: 'Loading...',
  failed: 'Failed to fetch speakers',
  /** The types of speakers.yaml. */
  keynote: 'Keynote Speaker',
  plenary: 'Plenary Speaker',
  invited: 'Invited Speaker',
};

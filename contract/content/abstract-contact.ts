import type { Conference } from './shapes/conference-shape.ts';

type Asked = { abstracts: Pick<Conference['abstracts'], 'chair'> } & Pick<Conference, 'secretary'>;

/** The address to which authors, and judges of posters, write about abstracts: that of the programme chair, or the secretary's. */
export function abstractContact({ abstracts: { chair }, secretary }: Asked): { email: string } {
  return chair ?? secretary;
}

/** Returns a number from 0 to `below` - 1. Two runs with the same numbers are equal. */
export type Dice = (below: number) => number;

/** Numbers from a seed: https://en.wikipedia.org/wiki/Xorshift, 32 bits. */
export function diceFrom(seed: number): Dice {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

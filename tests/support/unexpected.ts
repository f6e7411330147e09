/** For work that must not meet an error in a test. */
export function unexpected(error: unknown): never {
  throw error;
}

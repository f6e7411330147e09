/** An error handler for work that must not fail in a test. */
export function unexpected(error: unknown): never {
  throw error;
}

/** The browser's own errors are for programs. */
export function wordsOfRefusal(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') {
    return 'Nothing happened: the question was closed, or this device has no passkey for this page.';
  }
  if (name === 'InvalidStateError') return 'This device has a passkey for your account already.';
  if (name === 'NotSupportedError')
    return 'This browser knows no passkeys. Please use another one.';
  return 'This device cannot do that. Please try another browser or device.';
}

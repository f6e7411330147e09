import { useEffect } from 'react';
import { useBlocker } from 'react-router';

/** Asks before an upload is cut off by leaving the page, inside the site or out of it. */
export function useLeaveWarning(uploading: boolean): void {
  useBlocker(
    ({ currentLocation, nextLocation }) =>
      uploading &&
      currentLocation.pathname !== nextLocation.pathname &&
      !confirm('Your abstract is still being sent. Leave this page and cancel it?'),
  );

  useEffect(() => {
    if (!uploading) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [uploading]);
}

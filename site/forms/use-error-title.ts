import { useEffect } from 'react';

const PREFIX = 'Error: ';

/** Begins the title of the page with "Error: " while a field of its form has an error. */
export function useErrorTitle(hasErrors: boolean): void {
  useEffect(() => {
    if (!hasErrors) return;
    document.title = PREFIX + document.title;
    return () => {
      // The next page may have set its own title already.
      if (document.title.startsWith(PREFIX)) document.title = document.title.slice(PREFIX.length);
    };
  }, [hasErrors]);
}

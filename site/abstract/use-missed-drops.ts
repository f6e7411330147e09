import { useEffect } from 'react';

/** A file that is dropped beside the place for it would be opened by the browser instead of the page. */
export function useMissedDrops(): void {
  useEffect(() => {
    const onDrag = (event: DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'none';
    };
    addEventListener('dragover', onDrag);
    addEventListener('drop', onDrag);
    return () => {
      removeEventListener('dragover', onDrag);
      removeEventListener('drop', onDrag);
    };
  }, []);
}

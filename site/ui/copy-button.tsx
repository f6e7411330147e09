import * as labels from 'content:labels/layout';
import { Button } from './button.tsx';
import { showToast } from './toast.tsx';

/** Copies a text to the clipboard, for visitors without a mail program. */
export function CopyButton({ text }: { text: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      showToast(labels.copied);
    } catch {
      // A browser may refuse access to the clipboard. The toast then shows the text.
      showToast(text);
    }
  };
  return (
    <Button variant="quiet" onClick={copy}>
      {labels.copyMessage}
    </Button>
  );
}

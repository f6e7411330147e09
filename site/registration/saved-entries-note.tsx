import { Banner } from '#site/ui/banner.tsx';
import { Button } from '#site/ui/button.tsx';

type SavedEntriesNoteProps = { onRestore: () => void; onDiscard: () => void };

export function SavedEntriesNote({ onRestore, onDiscard }: SavedEntriesNoteProps) {
  return (
    <Banner tone="note">
      <p>If your payment was not completed, you need not type everything again.</p>
      <div className="flex flex-wrap gap-x-6">
        <Button variant="quiet" onClick={onRestore}>
          Bring back my entries
        </Button>
        <Button variant="quiet" onClick={onDiscard}>
          Discard them
        </Button>
      </div>
    </Banner>
  );
}

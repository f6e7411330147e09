import { useHydrated } from '#site/ui/use-hydrated.ts';

type StarButtonProps = { label: string; isStarred: boolean; onPress: () => void };

/** A button that is pressed while its item is starred. */
export function StarButton({ label, isStarred, onPress }: StarButtonProps) {
  const hydrated = useHydrated();
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isStarred}
      disabled={!hydrated}
      onClick={onPress}
      className="star"
    >
      <Star />
    </button>
  );
}

export function Star() {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24">
      <path d="m12 3.5 2.6 5.4 5.9.8-4.3 4.1 1.1 5.9-5.3-2.9-5.3 2.9 1.1-5.9L3.5 9.7l5.9-.8z" />
    </svg>
  );
}

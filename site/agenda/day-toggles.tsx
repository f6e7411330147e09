import type { AgendaDay } from '#contract/content.ts';
import { useHydrated } from '#site/ui/use-hydrated.ts';

type DayTogglesProps = {
  days: readonly AgendaDay[];
  shown: string | undefined;
  onShow: (label: string) => void;
};

export function DayToggles({ days, shown, onShow }: DayTogglesProps) {
  const hydrated = useHydrated();
  return (
    <div
      role="group"
      aria-label="Days of the conference"
      className="grid auto-cols-fr grid-flow-col gap-x-[clamp(1rem,2vw,2.5rem)] no-script:hidden print:hidden"
    >
      {days.map(({ label, dateText }) => (
        <button
          key={label}
          type="button"
          disabled={!hydrated}
          aria-pressed={label === shown}
          onClick={() => onShow(label)}
          className="group cursor-pointer border-t border-rule pt-4 pb-6 text-left shadow-[inset_0_3px_0_transparent] transition-colors hover:border-ink aria-pressed:border-accent aria-pressed:shadow-[inset_0_3px_0_var(--color-accent)]"
        >
          <span className="block text-label font-semibold text-soft group-aria-pressed:text-accent">
            {label}
          </span>{' '}
          <span className="mt-1.5 block font-serif text-name text-soft group-hover:text-ink group-aria-pressed:text-ink md:text-heading">
            {dateText}
          </span>
        </button>
      ))}
    </div>
  );
}

type SpokenTotalProps = { total: string | undefined; withFee: boolean };

/** Tells screen readers the total of a bill whenever it changes: the lines of the bill would be a list of loose amounts. */
export function SpokenTotal({ total, withFee }: SpokenTotalProps) {
  return (
    <p aria-live="polite" className="sr-only">
      {total && `Total ${total}${withFee ? ', processing fee included' : ''}`}
    </p>
  );
}

/** The style of inputs, selects and text areas. */
export const control =
  'min-h-12 w-full rounded-edge border border-edge bg-raised px-3.5 py-2.5 text-ink placeholder:text-faint placeholder:opacity-100 hover:border-ink aria-invalid:border-2 aria-invalid:border-error disabled:cursor-not-allowed disabled:opacity-60';

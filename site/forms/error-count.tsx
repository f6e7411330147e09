/** Beside the button that was pressed: the first failing field has the focus and may be far away. */
export function ErrorCount({ errors }: { errors: object }) {
  const count = Object.keys(errors).length;
  return (
    <p role="status" className="text-small font-medium text-error empty:hidden">
      {count > 0 && `${count} ${count === 1 ? 'field needs' : 'fields need'} your attention.`}
    </p>
  );
}

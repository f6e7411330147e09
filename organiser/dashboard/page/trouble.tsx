/** An error message. */
export function Trouble({ words }: { words: string }) {
  return (
    <p role="alert" className="border-l-4 border-error bg-raised px-5 py-4">
      {words}
    </p>
  );
}

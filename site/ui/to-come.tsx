/** A sentence in place of a list that is still empty. */
export function ToCome({ text }: { text: string }) {
  return (
    <div className="page pt-12 lg:pt-20">
      <p className="max-w-[26em] border-l-2 border-accent py-2 pl-6 font-serif text-lead">{text}</p>
    </div>
  );
}

type OfficeNoteProps = { id: string; text: string; email: string; className?: string };

/** What a button here does not do, and whom to write to instead. */
export function OfficeNote({ id, text, email, className = '' }: OfficeNoteProps) {
  return (
    <p id={id} className={`max-w-[36em] text-small text-soft ${className}`}>
      {text}{' '}
      <a href={`mailto:${email}`} className="link block w-fit">
        {email}
      </a>
    </p>
  );
}

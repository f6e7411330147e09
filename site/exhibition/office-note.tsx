type OfficeNoteProps = { id: string; text: string; email: string; className?: string };

/** Says that a button does nothing and whom to write to instead. */
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

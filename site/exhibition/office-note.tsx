import { MailLink } from '#site/ui/mail-address.tsx';

type OfficeNoteProps = { id: string; text: string; email: string; className?: string };

/** Says that a button does nothing and whom to write to instead. */
export function OfficeNote({ id, text, email, className = '' }: OfficeNoteProps) {
  return (
    <p id={id} className={`max-w-[36em] text-small text-balance text-soft ${className}`}>
      {text} <MailLink address={email} className="block w-fit" />
    </p>
  );
}

import { MailLink } from '#site/ui/mail-address.tsx';

type OfficeNoteProps = { id: string; text: string; email: string; className?: string };

/** A note that a button does nothing, with the mail address of the office. */
export function OfficeNote({ id, text, email, className = '' }: OfficeNoteProps) {
  return (
    <p id={id} className={`max-w-[36em] text-small text-balance text-soft ${className}`}>
      {text} <MailLink address={email} className="block w-fit" />
    </p>
  );
}

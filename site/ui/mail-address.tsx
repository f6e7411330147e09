/** A mail address that breaks after its "@" before it breaks anywhere else. */
export function MailAddress({ address }: { address: string }) {
  const at = address.lastIndexOf('@') + 1;
  return (
    <span translate="no">
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </span>
  );
}

/** A link that opens the visitor's mail program. */
export function MailLink({ address, className = '' }: { address: string; className?: string }) {
  return (
    <a href={`mailto:${address}`} className={`link ${className}`}>
      <MailAddress address={address} />
    </a>
  );
}

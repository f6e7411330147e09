/** A mail address. If the address is too long for its line, it breaks after the "@" first. */
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

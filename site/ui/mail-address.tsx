/** A mail address that breaks after its "@" before it breaks anywhere else. */
export function MailAddress({ address }: { address: string }) {
  const at = address.lastIndexOf('@') + 1;
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
}

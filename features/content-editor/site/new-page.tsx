import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '#site/ui/button.tsx';
import { TextField } from '#site/ui/field.tsx';

const ADDRESS = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/** Opens the form of a page that is not there yet. */
export function NewPage() {
  const [address, setAddress] = useState('');
  const [error, setError] = useState<string>();
  const navigate = useNavigate();

  function submit(event: FormEvent) {
    event.preventDefault();
    const name = address.trim().replace(/^\//, '');
    if (!ADDRESS.test(name)) {
      setError('Small letters, digits and hyphens, such as travel.');
      return;
    }
    setError(undefined);
    setAddress('');
    void navigate(`?file=${encodeURIComponent(`pages/${name}.md`)}`);
  }

  return (
    <form noValidate onSubmit={submit} className="flex max-w-md flex-wrap items-end gap-4">
      <TextField
        label="Address of a new page"
        autoComplete="off"
        error={error}
        value={address}
        onChange={({ target }) => setAddress(target.value)}
      />
      <Button type="submit" variant="secondary">
        Write it
      </Button>
    </form>
  );
}

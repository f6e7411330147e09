import { StrictMode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Site />
    </StrictMode>,
  );
});

function Site() {
  // The outermost effect is the last to run: by now every button of the page does what it says.
  useEffect(() => void dispatchEvent(new Event('taken-over')), []);
  return <HydratedRouter />;
}

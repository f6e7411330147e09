import { StrictMode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { inTurn } from './ui/in-turn.ts';

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Site />
    </StrictMode>,
  );
});

function Site() {
  // The outermost effect is the last to run: after what the page has put off, every button does what it says.
  useEffect(() => inTurn(() => dispatchEvent(new Event('taken-over'))), []);
  return <HydratedRouter />;
}

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { placed } from '#contract/placed.ts';
import { offers as added, pages } from '#features/dashboard-pages.ts';
import { OffersContext } from './added.ts';
import { App } from './app.tsx';
import { keepKey } from './ask.ts';
import { type Offer, offers } from './offered.ts';
import './dashboard.css';

keepKey();

// This link comes after the style sheet, because it replaces its colours.
const colours = document.createElement('link');
colours.rel = 'stylesheet';
colours.href = '/colours.css';
document.head.append(colours);

const root = document.getElementById('dashboard');
if (!root) throw new Error('the page has no place for the dashboard');
createRoot(root).render(
  <StrictMode>
    {/* The address contains all choices and has to change at once. The tables defer their own updates. */}
    <BrowserRouter useTransitions={false}>
      <OffersContext value={placed<Offer>(offers, added, ({ action }, name) => action === name)}>
        <App added={pages} />
      </OffersContext>
    </BrowserRouter>
  </StrictMode>,
);

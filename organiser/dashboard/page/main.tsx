import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app.tsx';
import { keepKey } from './ask.ts';
import './dashboard.css';

keepKey();

// Behind the style sheet, whose colours it replaces.
const accent = document.createElement('link');
accent.rel = 'stylesheet';
accent.href = '/accent.css';
document.head.append(accent);

const root = document.getElementById('dashboard');
if (!root) throw new Error('the page has no place for the dashboard');
createRoot(root).render(
  <StrictMode>
    {/* The address has all choices and has to show them at once; the tables follow by themselves. */}
    <BrowserRouter useTransitions={false}>
      <App />
    </BrowserRouter>
  </StrictMode>,
);

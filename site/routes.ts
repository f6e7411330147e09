import { index, route, type RouteConfig } from '@react-router/dev/routes';

export default [
  index('home/home-page.tsx'),
  route('speakers', 'speakers/speakers-page.tsx'),
  route('payment-success', 'payment-result/payment-result-page.tsx'),
  route('payment-cancel', 'payment-result/payment-cancel-page.tsx'),
  route('payment-failure', 'payment-result/payment-failure-page.tsx'),
  route('register', 'payment-result/register-return-page.tsx'),
  route('partners/:file', 'partners/emblem-file.ts'),
  route('conference-registration', 'registration/registration-page.tsx'),
  route('discount-registration', 'discount/discount-page.tsx'),
  route('agenda', 'agenda/agenda-page.tsx'),
  route('sessions', 'topics/sessions-page.tsx'),
  route('contact', 'contact/contact-page.tsx'),
  route('exhibition', 'exhibition/exhibition-page.tsx'),
  route('book-a-stand', 'exhibition/book-a-stand-page.tsx'),
  route('sponsorship-exposure-page', 'sponsorship/sponsorship-page.tsx'),
  route('sponsorship-exposure-form', 'sponsorship/sponsorship-form-page.tsx'),
  route('accessibility', 'accessibility/accessibility-page.tsx'),
  route('abstract-submission', 'abstract/abstract-page.tsx'),
  route('*', 'layout/not-found-page.tsx'),
] satisfies RouteConfig;

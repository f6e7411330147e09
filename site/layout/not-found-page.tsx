import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { NotFound } from './not-found.tsx';

export default function NotFoundPage() {
  const { pathname } = useLocation();

  useEffect(() => {
    // The path only: a query may hold what is nobody's business.
    console.error(`Page not found: ${pathname.slice(0, 200)}`);
  }, [pathname]);

  return <NotFound />;
}

import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { NotFound } from './not-found.tsx';

export default function NotFoundPage() {
  const { pathname } = useLocation();

  useEffect(() => {
    // Only the path is logged, because a query may hold personal data.
    console.error(`Page not found: ${pathname.slice(0, 200)}`);
  }, [pathname]);

  return <NotFound />;
}

import { type ComponentType, lazy, Suspense } from 'react';

/** A part of a page that is loaded later, and again until it arrives: a lost connection must not replace the page. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const arrive = (): Promise<{ default: ComponentType<Props> }> =>
    load().then(
      (part) => ({ default: part }),
      () => new Promise<void>((resolve) => void setTimeout(resolve, 2000)).then(arrive),
    );
  const Part: ComponentType<Props> = lazy(arrive);
  return (props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  );
}

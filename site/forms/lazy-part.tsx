import { type ComponentType, lazy, Suspense } from 'react';

/** A part of a page that is loaded later. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Part: ComponentType<Props> = lazy(async () => ({ default: await arrival(load) }));
  return (props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  );
}

/**
 * The form of a page. Its scripts run in a task of their own after those of the page, and React hydrates it in another one,
 * because all of them in one task would keep a slow phone from answering. `withForm` waits for the form besides something
 * else, such as the texts of the page: a visitor who comes by a link sees no page without its form.
 */
export function lazyForm<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const arrived = import.meta.env.SSR ? undefined : arrival(load);
  const Form: ComponentType<Props> = lazy(async () => ({
    default: await (arrived ?? load()),
  }));
  const withForm = async <Other,>(loadOther: () => Promise<Other>): Promise<Other> =>
    (await Promise.all([loadOther(), arrived]))[0];
  return { Form, withForm };
}

/** Loads a script again until it arrives: a lost connection must not replace the page. */
function arrival<Part>(load: () => Promise<Part>): Promise<Part> {
  return load().catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, 2000));
    return arrival(load);
  });
}

import { expect, type Locator } from '@playwright/test';

/** Checks that the parts are in this order in the document. */
export async function expectInOrder(...parts: Locator[]): Promise<void> {
  const elements = await Promise.all(parts.map((part) => part.elementHandle()));
  for (const [at, part] of parts.entries()) {
    const follows = await part.evaluate(
      (element, before) =>
        !before ||
        Boolean(before.compareDocumentPosition(element) & element.DOCUMENT_POSITION_FOLLOWING),
      elements[at - 1],
    );
    expect.soft(follows, `${part} after what stands before it`).toBe(true);
  }
}

import { expect, type Locator } from '@playwright/test';

/** Each part comes after the one before it: to read, to hear, and for the Tab key. */
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

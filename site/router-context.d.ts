/** What the framework writes into every page. */
interface Window {
  __reactRouterContext?: {
    /** Whether this is the page for unknown addresses. */
    isSpaMode: boolean;
    /** Takes what the page was made from. */
    streamController?: { enqueue(part: string): void; close(): void };
  };
}

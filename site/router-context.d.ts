/** What the framework writes into every page. */
interface Window {
  /** `isSpaMode`: whether this is the page for unknown addresses. */
  __reactRouterContext?: { isSpaMode: boolean };
}

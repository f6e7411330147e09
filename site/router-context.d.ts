/** The framework writes this into every page. */
interface Window {
  /** `isSpaMode`: whether this is the page for unknown addresses. */
  __reactRouterContext?: { isSpaMode: boolean };
}

/** The framework writes this object into every page. */
interface Window {
  /** `isSpaMode`: whether this is the page for unknown addresses. */
  __reactRouterContext?: { isSpaMode: boolean };
}

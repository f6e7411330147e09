/** The words around every page: menu, footer, notes of the browser, the page for unknown addresses. */
export const layout = {
  skipToContent: 'Skip to content',
  /** The button that opens the links of the header on a phone, and the names of the two groups of links. */
  menu: 'Menu',
  mainLinks: 'Main',
  footerLinks: 'Footer',
  loadingPage: 'Loading the page',
  pageNotFound: 'Page not found',
  crashed: 'Unexpected Application Error!',
  pleaseReload: 'Please reload this page.',
  pleaseReloadWithDraft: 'Please reload this page. Your entries are kept on this device.',
  reload: 'Reload this page',
  offline: 'No connection. The page opens when you are online again.',
  copyMessage: 'Copy the message',
  copied: 'Copied',
  close: 'Close',
  /** A moment by the clock of a place; `{time}` ends with the time zone. */
  moment: '{day} at {time}',
};

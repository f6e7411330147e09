export function SkipLink() {
  return (
    <a
      href="#content"
      className="fixed top-2 left-2 z-50 -translate-y-24 rounded-edge bg-ink px-4 py-3 text-paper focus-visible:translate-y-0 print:hidden"
    >
      Skip to content
    </a>
  );
}

/**
 * A browser that translates a page replaces texts with elements. React does not know this, and throws an error when it
 * removes such a text or inserts something before the text; then the visitor loses the page. With this guard React
 * continues without the missing text. https://github.com/facebook/react/issues/11538
 */
export function guardTranslatedPages(): void {
  const { removeChild, insertBefore } = Node.prototype;

  Node.prototype.removeChild = function remove<T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this) removeChild.call(this, child);
    return child;
  };

  Node.prototype.insertBefore = function insert<T extends Node>(
    this: Node,
    node: T,
    next: Node | null,
  ): T {
    insertBefore.call(this, node, next?.parentNode === this ? next : null);
    return node;
  };
}

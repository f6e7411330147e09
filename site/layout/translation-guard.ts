/**
 * A browser that translates a page replaces its texts by elements, and React, which does not know, throws where it
 * removes such a text or inserts something before it: the visitor loses the page. Here both go on without the text that
 * is gone. https://github.com/facebook/react/issues/11538
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

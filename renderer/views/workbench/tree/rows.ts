import type { TreeNode } from '../../../stores/tree.ts'

/** A node as a row of the tree. */
export interface TreeRow {
  node: TreeNode
  /** 1 for a root. */
  level: number
  /** True where its children are shown; null when it has none to show. */
  open: boolean | null
  /** Its position among its siblings, from 1, and their number. */
  place: number
  siblings: number
  /** Row of its parent; -1 for a root. */
  parent: number
}

/**
 * The rows that a tree shows, top to bottom. With `fits`, only the matching nodes and their ancestors, which are open.
 * @param isOpen whether the user has a node open
 */
export function treeRows(
  roots: readonly TreeNode[],
  isOpen: (node: TreeNode, level: number) => boolean,
  fits: ((node: TreeNode) => boolean) | null,
): TreeRow[] {
  const rows: TreeRow[] = []
  const kept = fits && fitting(roots, fits)
  const shown = (nodes: readonly TreeNode[]) => (kept ? nodes.filter((node) => kept.has(node)) : nodes)

  function add(nodes: readonly TreeNode[], level: number, parent: number): void {
    const siblings = shown(nodes)
    siblings.forEach((node, index) => {
      const children = shown(node.children)
      const open = children.length === 0 ? null : kept !== null || isOpen(node, level)
      const row = rows.push({ node, level, open, place: index + 1, siblings: siblings.length, parent }) - 1
      if (open) add(children, level + 1, row)
    })
  }
  add(roots, 1, -1)
  return rows
}

/** The matching nodes and all their ancestors. */
function fitting(roots: readonly TreeNode[], fits: (node: TreeNode) => boolean): ReadonlySet<TreeNode> {
  const kept = new Set<TreeNode>()
  const visit = (node: TreeNode): boolean => {
    const below = node.children.map(visit).some(Boolean)
    if (!below && !fits(node)) return false
    kept.add(node)
    return true
  }
  roots.forEach(visit)
  return kept
}

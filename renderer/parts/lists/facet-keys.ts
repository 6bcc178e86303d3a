/** Arrows lead from choice to choice through all facets of a column; Tab goes through everything. */
export function stepThroughFacets(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined || !(event.currentTarget instanceof Element)) return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('.facet [type=checkbox]')]
  const at = all.findIndex((choice) => choice === event.target)
  if (at < 0) return
  all[at + step]?.focus()
  event.preventDefault()
}

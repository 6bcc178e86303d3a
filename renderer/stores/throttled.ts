/** Throttles `work` to one call each `everyMs`: the first at once, and a last one after the calls that came meanwhile. */
export function throttled(work: () => void | Promise<void>, everyMs: number): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null
  let again = false
  const run = () => {
    void work()
    timer = setTimeout(() => {
      timer = null
      if (again) {
        again = false
        run()
      }
    }, everyMs)
  }
  return () => {
    if (timer) again = true
    else run()
  }
}

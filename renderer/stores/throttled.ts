/**
 * Throttles `work` to one call each `everyMs`: the first at once, and a last one after the calls that came meanwhile.
 * Work that takes longer than that is awaited: calls that come meanwhile must not begin it anew before it has ended.
 */
export function throttled(work: () => void | Promise<void>, everyMs: number): () => void {
  let resting = false
  let again = false
  const rest = () => new Promise((resolve) => setTimeout(resolve, everyMs))
  const run = async () => {
    resting = true
    try {
      await Promise.all([work(), rest()])
    } finally {
      resting = false
    }
    if (!again) return
    again = false
    void run()
  }
  return () => {
    if (resting) again = true
    else void run()
  }
}

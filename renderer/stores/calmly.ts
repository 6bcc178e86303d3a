/** Runs `work` at most once each `everyMs`, and once more after the last call: what is shown ends up true, and a storm of changes costs little. */
export function calmly(work: () => void | Promise<void>, everyMs: number): () => void {
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

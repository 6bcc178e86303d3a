import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { Mishap } from '../../electron/contract/log-words.ts'
import { client, follow } from '../client.ts'
import { useNotices } from './notices.ts'

/** The program's log and its diagnostics, opened from anywhere; and what has to be told once of how the program fared. */
export const useDiagnostics = defineStore('diagnostics', () => {
  const [logOpen, saveOpen] = [ref(false), ref(false)]
  const notices = useNotices()
  const tell = (kind: Mishap) =>
    notices.add({
      kind: 'done',
      key: `program-log.mishap.${kind}`,
      warns: true,
      leads: { key: 'program-log.save', run: () => (saveOpen.value = true) },
    })

  /** Tells each mishap once; call once. */
  function followMishaps(): void {
    const seen = new Set<number>()
    follow(
      (signal) => client.diagnostics.mishaps(undefined, { signal }),
      (waiting) => {
        const untold = waiting.filter(({ id }) => !seen.has(id))
        if (untold.length === 0) return
        for (const { id, kind } of untold) {
          seen.add(id)
          tell(kind)
        }
        client.diagnostics.told({ ids: untold.map(({ id }) => id) }).catch(() => undefined)
      },
      // A backend that was started anew counts from one again.
      () => seen.clear(),
    )
  }
  return { logOpen, saveOpen, followMishaps }
})
